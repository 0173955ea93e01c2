import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** With code of the machine, or files that they look for beside themselves. */
const keptPackages = ['@contentauth/c2pa-wasm', 'pg', 'pino', 'sharp', 'vite']

/** Lets a source find its workers, its migrations and the web where it would find them without a build. */
function sourceAddresses(): Plugin {
  let dist = ''
  return {
    name: 'source-addresses',
    configResolved({ root, build }) {
      dist = resolve(root, build.outDir)
    },
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('import.meta.url')) return null
      const address = `new URL(${JSON.stringify(relative(dist, id).replaceAll('\\', '/'))}, import.meta.url).href`
      return code.replaceAll('import.meta.url', address)
    },
  }
}

/**
 * The server and `npm run admin` as readable code in a few files: Node starts them in a quarter of the time of their 2,400 modules,
 * with half of the memory (docs/decisions/0054, 0099).
 */
export default defineConfig({
  root: folder,
  publicDir: false,
  plugins: [sourceAddresses()],
  ssr: { noExternal: true, external: keptPackages },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    target: 'node24',
    reportCompressedSize: false,
    // In one folder, so that the addresses of the sources are the same for all.
    rolldownOptions: {
      input: { main: resolve(folder, 'src/main.ts'), admin: resolve(folder, 'src/admin/main.ts') },
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
})
