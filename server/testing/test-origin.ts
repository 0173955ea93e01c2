import type { Server } from '#server/start/start-server.ts'

/** The origin of pages of a server without a public address in tests. */
export const testOrigin = 'http://localhost'

const origins = new WeakMap<Server['app'], string>()

/** Records the public address of a server: its pages have that origin, and no other may change anything. */
export function notePublicUrl({ app }: Pick<Server, 'app'>, publicUrl: string | undefined): void {
  if (publicUrl !== undefined) origins.set(app, new URL(publicUrl).origin)
}

/** The origin of a server's own pages. */
const originOf = ({ app }: Pick<Server, 'app'>): string => origins.get(app) ?? testOrigin

/** The headers that a browser sends with every call of a page. */
export const pageHeaders = (server: Pick<Server, 'app'>) => ({
  host: new URL(originOf(server)).host,
  origin: originOf(server),
})
