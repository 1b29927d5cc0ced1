/** The name of the page of trends in a folder of runs. */
export const TRENDS_FILE = 'nights.html';
