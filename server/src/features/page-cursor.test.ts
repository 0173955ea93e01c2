import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCursor, writeCursor } from './page-cursor.ts'

describe('readCursor', () => {
  it('returns what writeCursor wrote', () => {
    const moment = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.uuid(), (date, id) => {
        const end = { at: date.toISOString(), id }
        expect(readCursor(writeCursor(end))).toEqual({ ok: true, value: end })
      }),
    )
  })

  it('refuses any other text, and returns null for the first page', () => {
    fc.assert(fc.property(fc.string(), (text) => !readCursor(text).ok))
    expect(readCursor(Buffer.from('["yesterday","x"]').toString('base64url'))).toMatchObject({
      error: { code: 'invalid' },
    })
    expect(readCursor(undefined)).toEqual({ ok: true, value: null })
  })
})
