import sharp from 'sharp'
import type { Plugin } from 'vite'

/** Serves one small picture for every image and avatar, as the server of the component tests, where requests of `<img>` can't be faked in the page. */
export function samplePictures(): Plugin {
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#88a0b0' } })
    .jpeg()
    .toBuffer()
  return {
    name: 'sample-pictures',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        if (!/^\/api\/(images|uploads|profiles|shared)\//.test(request.url ?? '')) return next()
        response.setHeader('content-type', 'image/jpeg').end(await picture)
      })
    },
  }
}
