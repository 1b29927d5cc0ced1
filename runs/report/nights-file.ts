/** The name of the page of trends in a folder of runs. */
export const NIGHTS_FILE = 'nights.html';
