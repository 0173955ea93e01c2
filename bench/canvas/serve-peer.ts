import { readFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/**
 * Builds the page with React Flow and serves it beside the app's own API, so that both show the same cards and images.
 * @returns the address and the stop
 */
export async function servePeer(appUrl: string, outDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const root = fileURLToPath(new URL('./peer/', import.meta.url))
  await build({
    root,
    configFile: false,
    plugins: [react()],
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, target: 'chrome123' },
  })
  const app = new URL(appUrl)
  const server = createServer(async (incoming, reply) => {
    const path = incoming.url ?? '/'
    if (path.startsWith('/api/')) {
      const { method, headers } = incoming
      const passed = request({ hostname: app.hostname, port: app.port, path, method, headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      })
      passed.on('error', () => reply.destroy())
      incoming.pipe(passed)
      return
    }
    const name = path.startsWith('/assets/') ? path : '/index.html'
    const file = await readFile(join(outDir, name)).catch(() => null)
    reply.writeHead(file ? 200 : 404, { 'content-type': mediaTypes[extname(name)] ?? 'application/octet-stream' })
    reply.end(file ?? undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, app.hostname, resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    // The same name as the app's: cookies are shared between ports.
    url: `http://${app.hostname}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
