import { relative } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Serves each worker as one file to component tests. Each of their pages starts a painter; as the 21 modules that it consists of, it
 * took more of the processor than most of the tests.
 */
export function bundledWorkers(): Plugin {
  const bundles = new Map<string, Promise<string>>()
  let root = ''
  return {
    name: 'bundled-workers',
    enforce: 'pre',
    configResolved(config) {
      root = config.root
    },
    load(id) {
      const [file = '', query] = id.split('?')
      if (!query?.startsWith('worker_file')) return null
      const bundle = bundles.get(file) ?? bundleWorker(file, root)
      bundles.set(file, bundle)
      return bundle
    },
  }
}

async function bundleWorker(file: string, root: string): Promise<string> {
  const fontsOfServer: Plugin = {
    name: 'fonts-of-server',
    enforce: 'pre',
    load: (id) => (id.endsWith('.woff2') ? `export default ${JSON.stringify(`/${relative(root, id)}`)}` : null),
  }
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [fontsOfServer],
    build: { write: false, minify: false, rolldownOptions: { input: file } },
  })
  const outputs = 'output' in built ? built.output : []
  const [chunk, ...others] = outputs
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`The worker ${file} is more than one file.`)
  return chunk.code
}
