import { expect, test } from 'vitest';

import { findCycle, folderImports } from './folder_cycles.js';

const component = (script) => `<script lang="ts">\n${script}\n</script>\n\n<p>import x from '../text/x'</p>`;

test('imports that point one way are no cycle', () => {
    const graph = folderImports({
        'App.svelte': component(`import Page from './page/Page.svelte';`),
        'page/Page.svelte': component(`import { t } from '../i18n';\nimport { other } from './other';`),
        'page/other.ts': `export const other = 1;`,
        'i18n/index.ts': `import english from './en';`,
        'i18n/en/index.ts': `import { areas } from '../areas';`,
    });
    expect(Object.keys(graph)).toEqual(['.', 'page']);
    expect(Object.keys(graph['page'])).toEqual(['i18n']);
    expect(findCycle(graph)).toBeNull();
});

test.each([
    [`import { b } from '../b/b';`],
    [`import type { B } from '../b/b';`],
    [`export { b } from '../b/b';`],
    [`const b = () => import('../b/b');`],
])('a cycle through "%s" is found', (line) => {
    const graph = folderImports({
        'a/a.ts': line,
        'b/b.ts': `import C from '../c/C.svelte';`,
        'c/C.svelte': component(`import type { A } from '../a/a';`),
    });
    expect(findCycle(graph)).toEqual(['a', 'b', 'c', 'a']);
    expect(graph['c']['a']).toBe('c/C.svelte imports a/a');
});

test('what the markup of a component loads counts too', () => {
    const graph = folderImports({
        'a/A.svelte': `${component('')}{#await import('../b/B.svelte')}{/await}`,
        'b/B.svelte': component(`import A from '../a/A.svelte';`),
    });
    expect(findCycle(graph)).toEqual(['a', 'b', 'a']);
});

test('what every page imports from the root makes a cycle', () => {
    const graph = folderImports({
        'App.svelte': component(`import Page from './page/Page.svelte';`),
        'page/Page.svelte': component(`import { router } from '../router';`),
        'router.ts': '',
    });
    expect(findCycle(graph)).toEqual(['.', 'page', '.']);
});
