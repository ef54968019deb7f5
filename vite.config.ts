import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'
import tailwindcss from '@tailwindcss/vite'
import { copyLocales, isOfEveryPage, localesVersion, precompress } from '#web/build/client-files.ts'

/** In scripts of their own they would be twice as large. */
const NEARLY_EVERYWHERE =
  /\/web\/(?:ui\/feedback\/loaded|lib\/(?:debounced-value|app\/deferred))\.tsx?$/

/**
 * One `vite build` makes both halves: `dist/client` for browsers, `dist/server/entry-server.js` for
 * the server.
 */
export default defineConfig(({ command }) => ({
  publicDir: 'web/public',
  plugins: [react(), tailwindcss(), copyLocales({ from: 'i18n/locales' }), precompress()],
  define: { __LOCALES_VERSION__: JSON.stringify(localesVersion('i18n/locales')) },
  build: { target: 'es2023', sourcemap: false, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
        rolldownOptions: {
          input: 'web/entry-client.tsx',
          // What every page needs lies together: in pieces it is larger, and a request more each.
          // Libraries change less often.
          output: {
            // The names of what several pages share would be a kilobyte of every first load.
            chunkFileNames: ({ isDynamicEntry }) =>
              isDynamicEntry ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
            codeSplitting: {
              groups: [
                {
                  name: 'libraries',
                  // Few pages have elements within a sentence (`Trans`).
                  test: /node_modules\/(?:react|react-dom|scheduler|react-router|i18next|react-i18next\/(?!.*Trans))\//,
                },
                {
                  debugName: 'frame',
                  name: (id, graph) =>
                    NEARLY_EVERYWHERE.test(id) ||
                    isOfEveryPage(id, (module) => graph.getModuleInfo(module))
                      ? 'frame'
                      : null,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One file to load instead of 200; `npm run dev` loads packages as they are.
      resolve: { noExternal: command === 'build' ? true : [] },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'web/entry-server.tsx' },
      },
    },
  },
  builder: {},
}))
