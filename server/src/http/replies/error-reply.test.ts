import { describe, expect, it } from 'vitest'
import { errorReply, refusalOf } from './error-reply.ts'

describe('the reply to an unexpected error', () => {
  it('contains the id of the request and what to do next, and nothing of the error', async () => {
    const reply = errorReply(refusalOf(new TypeError('rows is undefined'), 'request-7'))
    expect(reply.status).toBe(503)
    expect(await reply.json()).toEqual({
      code: 'unavailable',
      message: 'Something went wrong on our side. Try again. If it happens again, give the operator this id: request-7',
      data: { requestId: 'request-7' },
    })
  })
})
