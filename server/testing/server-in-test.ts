import { afterEach } from 'vitest'
import { openTestServer, type TestServer, type TestServerOptions } from './test-server.ts'

/** Opens the server of one test, with its settings, and closes it after that test. */
export function serverInTest(): (options?: TestServerOptions) => Promise<TestServer> {
  let server: TestServer | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
  })
  return async (options = {}) => {
    server = await openTestServer(options)
    return server
  }
}
