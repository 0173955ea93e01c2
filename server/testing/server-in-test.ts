import { afterEach } from 'vitest'
import { openTestServer, type TestServer, type TestServerOptions } from './test-server.ts'

/** Opens a server of one test, with its settings, and closes it after that test. */
export function serverInTest(): (options?: TestServerOptions) => Promise<TestServer> {
  const servers: TestServer[] = []
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()))
  })
  return async (options = {}) => {
    const server = await openTestServer(options)
    servers.push(server)
    return server
  }
}
