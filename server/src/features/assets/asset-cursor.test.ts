import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCursor, writeCursor } from './asset-cursor.ts'

describe('the cursor of the assets', () => {
  it('is read back as it was written', () => {
    const moment = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.uuid(), (date, imageId) => {
        const cursor = { createdAt: date.toISOString(), imageId }
        expect(readCursor(writeCursor(cursor))).toEqual(cursor)
      }),
    )
  })

  it('is null for any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => readCursor(text) === null))
    expect(readCursor(Buffer.from('["yesterday","x"]').toString('base64url'))).toBeNull()
  })
})
