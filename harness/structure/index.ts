export { listStructureStatements } from './structure-finding.js';
