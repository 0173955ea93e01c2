import type { IncomingMessage, ServerResponse } from 'node:http'

export type DevelopmentWeb = {
  /** Answers what is not the server's own; called before the server. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  close(): Promise<void>
}

const ownPaths = /^\/(api\/|api$|healthz$|readyz$|metrics$|community$)/

/** Serves the web application from its sources, with hot reload. */
export async function openDevelopmentWeb(folder: string): Promise<DevelopmentWeb> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: folder,
    configFile: `${folder}/vite.config.ts`,
    // Node reads it directly: the bundle that Vite writes otherwise looks like a changed source to `node --watch`.
    configLoader: 'native',
    server: { middlewareMode: true },
    appType: 'spa',
  })
  return {
    handle(incoming, outgoing) {
      if (ownPaths.test((incoming.url ?? '/').split('?')[0] ?? '/')) return false
      vite.middlewares(incoming, outgoing)
      return true
    },
    close: () => vite.close(),
  }
}
