/** The styles for paper: no controls, no dark colours, and no tables cut off at the edge. */
export const PRINT_CSS = `
@media print{nav,.filter,button{display:none}body{font-size:10pt}header,main{max-width:none;padding:0}.scroll,pre{overflow:visible;white-space:pre-wrap}table{font-size:8pt}td .command,.prose{min-width:0}th,td{overflow-wrap:anywhere}.whole,.number,.sort{white-space:normal}article,tr,svg{break-inside:avoid}}
`;
