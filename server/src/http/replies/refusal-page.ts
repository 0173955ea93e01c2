import type { Context, MiddlewareHandler } from 'hono'
import { html, raw } from 'hono/html'
import type { ErrorBody } from '#contract/errors.ts'
import type { AppEnv } from '../app-context.ts'
import { styleHashOf } from '../guards/style-hash.ts'

const style = `:root{color-scheme:light dark;font:15px/24px system-ui,sans-serif}body{max-width:480px;margin:20vh auto 0;padding:0 24px}
h1{font:600 24px/32px system-ui,sans-serif}a{display:inline-block;padding:10px 0;color:inherit}`
const styleHash = styleHashOf(style)

/** Whether a browser opens the address as a page: by a link, a form or the address bar. Programs send no such headers. */
const isNavigation = ({ req }: Context) =>
  req.header('sec-fetch-mode') === 'navigate' && req.header('sec-fetch-dest') === 'document'

const refusalPage = ({ code, message }: ErrorBody) => {
  const [address, text] = code === 'unauthenticated' ? ['/login', 'Sign in'] : ['/', 'Back to Espalier']
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Espalier</title>
<style>${raw(style)}</style></head>
<body><main><h1>This could not be opened</h1><p>${message}</p><a href="${address}">${text}</a></main></body></html>`
}

/**
 * Shows a refusal as a page where a person would see the JSON: of a download that is a link or a form. Programs get the JSON. Stands
 * outside of the headers that protect pages, since it has a policy of its own.
 */
export const showRefusals: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { status, headers } = c.res
  const isJson = headers.get('content-type')?.startsWith('application/json') && !headers.has('content-encoding')
  if (status < 400 || !isJson || !isNavigation(c)) return
  const body = (await c.res.json()) as ErrorBody
  const pageHeaders = new Headers(headers)
  pageHeaders.delete('content-length')
  pageHeaders.set('content-type', 'text/html; charset=utf-8')
  pageHeaders.set('content-security-policy', `default-src 'none'; style-src ${styleHash}; frame-ancestors 'none'`)
  c.res = undefined
  c.res = new Response(String(await refusalPage(body)), { status, headers: pageHeaders })
}
