import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The command line program as one file without dependencies, which a package can carry. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.ts',
    outDir: 'package/dist',
    emptyOutDir: true,
    minify: false,
    license: { fileName: 'third-party-notices.md' },
    target: 'node22',
    reportCompressedSize: false,
    rolldownOptions: { output: { entryFileNames: 'espalier.js', codeSplitting: false } },
  },
})
