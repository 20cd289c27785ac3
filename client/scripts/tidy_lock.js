// Removes hosts from package-lock.json: download URLs and funding links.
// Every package keeps its integrity hash, so it is the same wherever it comes from.
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
for (const entry of Object.values(lock.packages)) {
    delete entry.resolved;
    delete entry.funding;
}
writeFileSync(file, JSON.stringify(lock, null, 2) + '\n');
