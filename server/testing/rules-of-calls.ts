import { randomUUID } from 'node:crypto'
import type { OwnedThings } from './owned-things.ts'

/**
 * The access of a call. `everybody`: needs no session. `caller`: the caller's own things, which no address names.
 * `owner`: what the address names, which exists for its owner alone. `visitor`: what a link shows, after opening it.
 */
export type Rule = {
  readonly for: 'everybody' | 'caller' | 'owner' | 'visitor'
  /** The status of the reply to the owner, or the caller. */
  readonly status: number
  readonly body?: object | 'picture'
  /** What the caller must own already, in addition to the thing in the address. */
  readonly has?: keyof OwnedThings
}

const password = 'correct horse'
const owner = (status: number, body?: Rule['body']): Rule => ({ for: 'owner', status, ...(body && { body }) })
const caller = (status: number, body?: Rule['body']): Rule => ({ for: 'caller', status, ...(body && { body }) })
const visitor = (status: number, body?: Rule['body']): Rule => ({ for: 'visitor', status, ...(body && { body }) })
const everybody = (status: number, body?: object): Rule => ({ for: 'everybody', status, ...(body && { body }) })

/** A workflow that could be added where a ComfyUI is connected. */
const graph = { 1: { class_type: 'CLIPTextEncode', inputs: { text: '' } } }
const slots = [{ slot: 'prompt', node: '1', input: 'text' }]

/** A rule for each call of the OpenAPI document: a missing rule, or one without a call, fails the tests of rights. */
export const rules: Readonly<Record<string, Rule>> = {
  'GET /api/models': everybody(200),
  'GET /api/edit-operations': caller(200),
  'GET /api/model-keys': caller(200),
  'GET /api/model-keys/{provider}': caller(200),
  'PUT /api/model-keys/{provider}': caller(422, { key: 'a-key-of-mine' }),
  'DELETE /api/model-keys/{provider}': caller(200),
  'PUT /api/models/{model}/shown': caller(404, { isShown: true }),
  'PUT /api/models/{model}/favourite': caller(404, { isFavourite: true }),
  'POST /api/model-keys/{provider}/test': caller(422),
  'GET /api/model-connections': caller(200),
  'POST /api/model-connections/look': caller(400, { kind: 'fal', key: '' }),
  'POST /api/model-connections': caller(400, { kind: 'fal', name: 'fal', key: '', audience: 'me', models: [] }),
  'PATCH /api/model-connections/{id}': owner(200, { name: 'Mine now' }),
  'POST /api/model-connections/{id}/test': owner(200),
  'POST /api/model-connections/{id}/refresh': owner(503),
  'POST /api/model-connections/{id}/models': owner(200, { models: [{ apiModel: 'mine', isShown: false }] }),
  'DELETE /api/model-connections/{id}': owner(200),
  'GET /api/workflows': caller(200),
  'POST /api/workflows/look': caller(503, { graph }),
  'POST /api/workflows': caller(503, { name: 'Mine', graph, slots, values: [], audience: 'me' }),
  'GET /api/workflows/{id}': owner(503),
  'PATCH /api/workflows/{id}': owner(200, { name: 'Mine now' }),
  'POST /api/workflows/{id}/test': owner(200),
  'DELETE /api/workflows/{id}': owner(200),
  'GET /api/local-models': caller(200),
  // For the operator, who is the first account; others are refused with a sentence.
  'PUT /api/local-models/{model}': caller(422, {}),
  'POST /api/local-models/{model}/pause': caller(422),
  'POST /api/local-models/{model}/verify': caller(422),
  'DELETE /api/local-models/{model}': caller(422),
  'POST /api/oauth/requests': caller(400, {}),
  'POST /api/oauth/allow': caller(409, { ticket: 'AAAA', name: 'x', scopes: ['read'] }),
  'POST /api/auth/sign-up/email': everybody(400, {}),
  'POST /api/auth/sign-in/email': everybody(400, {}),
  'POST /api/auth/sign-in/guest': everybody(404, {}),
  'POST /api/auth/sign-out': everybody(200, {}),
  'GET /api/auth/get-session': everybody(200),
  'GET /api/sign-in-options': everybody(200),
  'POST /api/invitations/read': everybody(400, {}),
  'POST /api/auth/request-password-reset': everybody(404, {}),
  'POST /api/auth/reset-password': everybody(404, {}),
  'POST /api/auth/send-verification-email': everybody(404, {}),
  'POST /api/auth/verify-email': everybody(404, {}),
  'POST /api/billing/webhook': everybody(404, {}),

  'GET /api/projects': caller(200),
  'POST /api/projects': caller(201, { title: 'Mine' }),
  'GET /api/projects/{id}': owner(200),
  'PATCH /api/projects/{id}': owner(200, { title: 'Mine now' }),
  'DELETE /api/projects/{id}': owner(200),
  'POST /api/projects/{id}/restore': owner(200),
  'GET /api/projects/{id}/generations': owner(200),
  'GET /api/projects/{id}/board': owner(200),
  'POST /api/projects/{id}/changes': owner(200, { changes: [{ id: randomUUID(), kind: 'rename', title: 'x' }] }),
  'GET /api/projects/{id}/canvas-state': owner(200),
  'PUT /api/projects/{id}/canvas-state': owner(200, { zoomLevel: 1, panX: 0, panY: 0 }),
  'GET /api/projects/{id}/export': owner(200),
  'POST /api/projects/import': caller(400, 'picture'),
  'POST /api/starters/{starter}': caller(201),
  'POST /api/projects/{id}/rebuild': owner(400, 'picture'),
  'POST /api/projects/{id}/pictures': owner(400, 'picture'),
  'POST /api/projects/{id}/pictures/copies': owner(404, { imageIds: [randomUUID()] }),
  'GET /api/projects/{id}/shares': owner(200),
  'POST /api/projects/{id}/shares': owner(201, { expiry: 'never', showsPrompts: false }),
  'GET /api/projects/{id}/review': owner(200),
  'DELETE /api/shares/{id}': owner(200),
  'PATCH /api/comments/{id}': owner(200, { isResolved: true }),
  'DELETE /api/comments/{id}': owner(200),
  'GET /api/projects/{id}/series': owner(200),
  'GET /api/projects/{id}/history': owner(200),
  'POST /api/series': caller(202, { kind: 'grid', price: 100, steps: [{ prompt: 'mine', canvasX: 0, canvasY: 0 }] }),
  'GET /api/series/{id}': owner(200),
  'POST /api/series/{id}/cancel': owner(200),
  'POST /api/series/{id}/go-on': owner(200),
  'PUT /api/series/{id}/winner': owner(404, { imageId: randomUUID() }),
  'GET /api/model-record': caller(200),
  'GET /api/trash': caller(200),

  'POST /api/shared/visits': everybody(400, {}),
  'GET /api/shared/{id}/feedback': visitor(200),
  'GET /api/shared/{id}/changes': visitor(200),
  'GET /api/shared/{id}/board': visitor(200),
  'PUT /api/shared/{id}/name': visitor(200, { name: 'Vera' }),
  'POST /api/shared/{id}/comments': visitor(404, { imageId: randomUUID(), x: 0, y: 1, text: 'Where?' }),
  'PUT /api/shared/{id}/likes/{imageId}': visitor(200),
  'DELETE /api/shared/{id}/likes/{imageId}': visitor(200),
  'GET /api/shared/{id}/images/{imageId}/file': visitor(200),
  'POST /api/shared/{id}/fork': visitor(401),

  'GET /api/generations': caller(400),
  'POST /api/generations': caller(202, { prompt: 'mine' }),
  'PATCH /api/generations/{id}': owner(200, { isCollapsed: true }),
  'GET /api/projects/{id}/branch-caps': owner(200),
  'PUT /api/generations/{id}/cap': owner(200, { most: 100 }),
  'DELETE /api/generations/{id}/cap': owner(200),
  'GET /api/projects/{id}/purses': owner(200),
  'POST /api/projects/{id}/purses': owner(201, { name: 'Another', x: 0, y: 0, width: 2_000, height: 1_000, most: 100 }),
  'PATCH /api/purses/{id}': owner(200, { most: 200 }),
  'POST /api/purses/{id}/token': owner(201, { name: 'A program' }),
  'GET /api/purses/{id}/steps': owner(200),
  'DELETE /api/purses/{id}': owner(200),
  'DELETE /api/generations/{id}': owner(200),
  'POST /api/generations/{id}/restore': owner(200),
  'POST /api/generations/{id}/cancel': owner(200),

  'POST /api/images/{id}/retry': owner(409),
  'POST /api/images/{id}/show': owner(200),
  'PUT /api/images/{id}/feedback/{feedbackType}': owner(200),
  'DELETE /api/images/{id}/feedback/{feedbackType}': owner(200),
  'GET /api/images/{id}/file': owner(200),
  // No tool is installed.
  'GET /api/images/{id}/subject': owner(422),
  'GET /api/images/{id}/path': owner(200),
  'GET /api/images/{id}/preview': owner(204),
  'GET /api/images/{id}/history': owner(200),
  'GET /api/sheets/{id}': owner(200),
  'GET /api/assets': caller(200),
  'POST /api/uploads': caller(201, 'picture'),
  'GET /api/uploads/{id}/file': owner(200),

  'GET /api/styles': caller(200),
  'POST /api/styles': { ...caller(402, { title: 'One more', promptFragment: 'in ink' }), has: 'styles' },
  'PUT /api/styles/{id}': owner(200, { title: 'Mine now', promptFragment: 'in ink' }),
  'DELETE /api/styles/{id}': owner(200),
  'PUT /api/styles/{id}/pin': owner(200),
  'DELETE /api/styles/{id}/pin': owner(200),

  'GET /api/credits': caller(200),
  'GET /api/credits/ledger': caller(200),
  'GET /api/credits/usage': caller(200),
  'GET /api/billing': caller(200),
  'POST /api/billing/portal': caller(200),
  'POST /api/billing/checkout': caller(200, { plan: 'pro' }),
  'PUT /api/billing/plan': caller(200, { plan: 'pro' }),

  'GET /api/profile': caller(200),
  'PATCH /api/profile': caller(200, { bio: 'Mine.' }),
  'PUT /api/profile/avatar': caller(200, 'picture'),
  'DELETE /api/profile/avatar': caller(200),
  'GET /api/profiles/{userId}/avatar/{name}': owner(200),
  'PUT /api/account/password': caller(200, { currentPassword: password, newPassword: password }),
  'PUT /api/account/email': caller(200, { email: `${randomUUID()}@example.com`, password }),
  'GET /api/tokens': caller(200),
  'POST /api/tokens': caller(201, { name: 'Mine', scopes: ['read'] }),
  'PATCH /api/tokens/{id}': owner(200, { name: 'Mine now' }),
  'DELETE /api/tokens/{id}': owner(200),
  'POST /api/tokens/{id}/trash': owner(200),
  'GET /api/assistant': caller(200),
  'PUT /api/assistant/model': caller(400, { provider: 'compatible', model: 'mine' }),
  'DELETE /api/assistant/model': caller(200),
  'POST /api/assistant/models': caller(400, { provider: 'openai' }),
  // No language model is configured.
  'POST /api/assistant/test': caller(422),
  'GET /api/assistant/runs/{id}': owner(200),
  'POST /api/assistant/runs/{id}/go': owner(409, { credits: 0, steps: [] }),
  'POST /api/assistant/runs/{id}/stop': owner(200, {}),
  'POST /api/assistant/runs/{id}/undo': owner(200),
  'GET /api/projects/{id}/assistant': owner(200),
  'GET /api/projects/{id}/assistant/conversations': owner(200),
  'POST /api/projects/{id}/assistant': owner(422, { runId: randomUUID(), request: 'a fox' }),
  'GET /api/webhooks': caller(200),
  'POST /api/webhooks': caller(201, { url: 'https://webhooks.invalid/mine', events: ['generation.completed'] }),
  'DELETE /api/webhooks/{id}': owner(200),
  'POST /api/webhooks/{id}/secret': owner(200),
  'POST /api/webhooks/{id}/resume': owner(200),
  'POST /api/webhooks/{id}/test': owner(200),
  'GET /api/webhooks/{id}/deliveries': owner(200),
  // A delivery that is not there.
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/again': owner(404),
  // With a session there is no token to describe.
  'GET /api/token': caller(404),
  'GET /api/account/first-steps': caller(200),
  'PUT /api/account/first-steps': caller(200, { done: 1 }),
  'GET /api/account/activity': caller(200),
  'GET /api/account/sessions': caller(200),
  'DELETE /api/account/sessions/{id}': owner(200),
  'DELETE /api/account/sessions': caller(200),
  'POST /api/account/export': caller(200),
  'DELETE /api/account': caller(200, { password }),
  'GET /api/events': caller(200),
}
