import { describe, expect, it } from 'vitest'
import { failureOf } from '#server-testing/providers/provider-under-test.ts'
import { readGeminiReply as read } from './gemini-reply.ts'

const readGeminiReply = (json: unknown) => read(json, 'gemini-nano-banana-2.1')
const part = (text: string, over: object = {}) => ({ inlineData: { mimeType: 'image/png', data: btoa(text) }, ...over })
const reply = (...parts: object[]) => ({ candidates: [{ finishReason: 'STOP', content: { parts } }] })
const pictureIn = (json: unknown) => Buffer.from(readGeminiReply(json).picture, 'base64').toString()

describe('a reply of Gemini', () => {
  it('yields the final picture, not the drafts among its thoughts', () => {
    expect(pictureIn(reply(part('sketch', { thought: true }), part('picture'), { text: 'Here it is.' }))).toBe(
      'picture',
    )
  })

  it('yields the picture, whatever else in it is unexpected', () => {
    expect(pictureIn({ ...reply(part('picture')), usageMetadata: { promptTokenCount: 'many' }, responseId: 7 })).toBe(
      'picture',
    )
  })

  it.each([[{}], [null], ['text'], [{ candidates: [] }], [reply()], [reply(part('sketch', { thought: true }))]])(
    'without a picture and without a reason is a failure that may pass: %j',
    async (json) => {
      const reading = Promise.resolve().then(() => readGeminiReply(json))
      expect(await failureOf(reading)).toMatchObject({ code: 'failed', health: 'reachable' })
    },
  )
})
