import { describe, expect, it } from 'vitest'
import { createOpenApiDocument } from './openapi.ts'
import { scopesOfCalls } from './scopes-of-calls.ts'

const document = await createOpenApiDocument()
const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item ?? {}).map(([method, operation]) => ({
    call: `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`,
    security: (operation as { security?: readonly object[] }).security,
  })),
)
const wordsOf = (call: string) => {
  const { scope, reach, purse } = scopesOfCalls[call] ?? {}
  return [scope ?? 'cookie', ...(reach ? [reach] : []), ...(purse ? ['within a purse'] : [])].join(' ')
}

describe('the scope of each call', () => {
  it('is the one of this list, which names every call and route', () => {
    const byScope = Object.groupBy(
      calls.map(({ call }) => call),
      wordsOf,
    )
    expect(byScope).toMatchInlineSnapshot(`
      {
        "any": [
          "GET /token",
        ],
        "cookie": [
          "PUT /models/{model}/shown",
          "PUT /models/{model}/favourite",
          "GET /model-keys",
          "GET /model-keys/{provider}",
          "PUT /model-keys/{provider}",
          "DELETE /model-keys/{provider}",
          "POST /model-keys/{provider}/test",
          "GET /model-connections",
          "POST /model-connections",
          "POST /model-connections/look",
          "PATCH /model-connections/{id}",
          "DELETE /model-connections/{id}",
          "POST /model-connections/{id}/test",
          "POST /model-connections/{id}/refresh",
          "POST /model-connections/{id}/models",
          "GET /local-models",
          "PUT /local-models/{model}",
          "DELETE /local-models/{model}",
          "POST /local-models/{model}/pause",
          "POST /local-models/{model}/verify",
          "GET /workflows",
          "POST /workflows",
          "POST /workflows/look",
          "GET /workflows/{id}",
          "PATCH /workflows/{id}",
          "DELETE /workflows/{id}",
          "POST /workflows/{id}/test",
          "GET /sign-in-options",
          "POST /invitations/read",
          "GET /tokens",
          "POST /tokens",
          "PATCH /tokens/{id}",
          "DELETE /tokens/{id}",
          "POST /tokens/{id}/trash",
          "POST /oauth/requests",
          "POST /oauth/allow",
          "POST /shared/visits",
          "GET /shared/{id}/feedback",
          "GET /shared/{id}/changes",
          "PUT /shared/{id}/name",
          "POST /shared/{id}/comments",
          "PUT /shared/{id}/likes/{imageId}",
          "DELETE /shared/{id}/likes/{imageId}",
          "POST /shared/{id}/fork",
          "POST /series/{id}/go-on",
          "PUT /generations/{id}/cap",
          "DELETE /generations/{id}/cap",
          "POST /projects/{id}/purses",
          "PATCH /purses/{id}",
          "DELETE /purses/{id}",
          "POST /purses/{id}/token",
          "POST /images/{id}/show",
          "GET /billing",
          "POST /billing/portal",
          "POST /billing/checkout",
          "PUT /billing/plan",
          "GET /profile",
          "PATCH /profile",
          "DELETE /profile/avatar",
          "PUT /profile/avatar",
          "PUT /account/password",
          "PUT /account/email",
          "GET /account/sessions",
          "DELETE /account/sessions",
          "GET /account/activity",
          "GET /account/first-steps",
          "PUT /account/first-steps",
          "DELETE /account/sessions/{id}",
          "DELETE /account",
          "POST /auth/sign-up/email",
          "POST /auth/sign-in/email",
          "POST /auth/sign-in/guest",
          "POST /auth/sign-out",
          "GET /auth/get-session",
          "POST /auth/request-password-reset",
          "POST /auth/reset-password",
          "POST /auth/send-verification-email",
          "POST /auth/verify-email",
          "POST /billing/webhook",
          "GET /profiles/{userId}/avatar/{name}",
          "GET /images/{id}/subject",
          "POST /account/export",
          "GET /shared/{id}/board",
          "GET /shared/{id}/images/{imageId}/file",
        ],
        "edit": [
          "PATCH /projects/{id}",
          "DELETE /projects/{id}",
          "POST /projects/{id}/restore",
          "POST /projects/{id}/changes",
          "POST /projects/{id}/pictures/copies",
          "PUT /projects/{id}/canvas-state",
          "PUT /series/{id}/winner",
          "PATCH /generations/{id}",
          "DELETE /generations/{id}",
          "POST /generations/{id}/restore",
          "PUT /images/{id}/feedback/{feedbackType}",
          "DELETE /images/{id}/feedback/{feedbackType}",
          "POST /uploads",
          "POST /projects/{id}/pictures",
          "POST /projects/{id}/rebuild",
        ],
        "edit account": [
          "POST /projects",
          "POST /starters/{starter}",
          "POST /styles",
          "PUT /styles/{id}",
          "DELETE /styles/{id}",
          "PUT /styles/{id}/pin",
          "DELETE /styles/{id}/pin",
          "POST /projects/import",
        ],
        "generate": [
          "POST /series",
          "POST /series/{id}/cancel",
          "POST /generations/{id}/cancel",
          "POST /images/{id}/retry",
        ],
        "generate within a purse": [
          "POST /generations",
        ],
        "read": [
          "GET /edit-operations",
          "GET /projects/{id}/review",
          "GET /projects",
          "GET /projects/{id}",
          "GET /projects/{id}/series",
          "GET /projects/{id}/history",
          "GET /projects/{id}/canvas-state",
          "GET /series/{id}",
          "GET /trash",
          "GET /projects/{id}/branch-caps",
          "GET /projects/{id}/purses",
          "GET /purses/{id}/steps",
          "GET /styles",
          "GET /assets",
          "GET /events",
          "GET /uploads/{id}/file",
          "GET /images/{id}/history",
          "GET /images/{id}/path",
          "GET /images/{id}/preview",
          "GET /sheets/{id}",
          "GET /projects/{id}/board",
          "GET /projects/{id}/export",
        ],
        "read account": [
          "GET /model-record",
          "GET /credits/ledger",
          "GET /credits/usage",
        ],
        "read within a purse": [
          "GET /models",
          "GET /projects/{id}/generations",
          "GET /credits",
          "GET /images/{id}/file",
        ],
        "share": [
          "DELETE /shares/{id}",
          "PATCH /comments/{id}",
          "DELETE /comments/{id}",
          "GET /projects/{id}/shares",
          "POST /projects/{id}/shares",
        ],
        "webhooks account": [
          "GET /webhooks",
          "POST /webhooks",
          "DELETE /webhooks/{id}",
          "POST /webhooks/{id}/secret",
          "POST /webhooks/{id}/resume",
          "POST /webhooks/{id}/test",
          "GET /webhooks/{id}/deliveries",
          "POST /webhooks/{id}/deliveries/{deliveryId}/again",
        ],
      }
    `)
  })

  it('is in the OpenAPI document', () => {
    for (const { call, security } of calls) {
      const { scope } = scopesOfCalls[call] ?? {}
      const listed = security?.flatMap((way) => ('token' in way ? [way.token] : [])) ?? []
      const isOpen = security?.length === 0
      expect([call, listed]).toEqual([call, scope === undefined || isOpen ? [] : [scope === 'any' ? [] : [scope]]])
    }
  })
})
