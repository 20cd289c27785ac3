import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type UserConfig } from 'vite';

import { leanWords } from './scripts/lean_words.ts';
import { partOf } from './scripts/two_parts.ts';

const server = process.env['LONGROAD_SERVER'] ?? 'http://127.0.0.1:8000';
const page = fileURLToPath(new URL('./index.html', import.meta.url));
const isTest = process.env['VITEST'] !== undefined;

// Vitest reads `test`; the build, which is made without Vitest, does not know its type.
const config: UserConfig & { test: object } = {
  plugins: [leanWords(), svelte()],
  build: {
    outDir: '../src/longroad/server/static',
    emptyOutDir: true,
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // these know light-dark(), which the tokens use
    modulePreload: { polyfill: false }, // browsers that know light-dark() need none
    assetsInlineLimit: 2048,
    cssCodeSplit: false, // one file compresses better than many
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: (id, modules) => partOf(page, id, modules) }] },
      },
    },
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
  ...(isTest ? { resolve: { conditions: ['browser'] } } : {}),
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts', 'scripts/*.test.js'],
    restoreMocks: true,
  },
};

export default defineConfig(config);
