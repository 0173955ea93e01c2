import { describe, expect, it } from 'vitest'
import { noEditRecord, recordWithin } from './edit-record.ts'

const source = { width: 64, height: 48 }
const box = { x: 4, y: 8, width: 60, height: 40 }

describe('recordWithin', () => {
  it('keeps a record whose boxes lie within its source', () => {
    const record = { ...noEditRecord, maskId: 'mask', maskBox: box, cropBox: box, strength: 0.4 }
    expect(recordWithin(record, source)).toEqual(record)
    expect(recordWithin(noEditRecord, source)).toEqual(noEditRecord)
  })

  it('keeps what lies within it of boxes that reach beyond it, and leaves out the mask of one', () =>
    expect(
      recordWithin(
        {
          ...noEditRecord,
          maskId: 'mask',
          maskBox: { x: 25_000, y: 10, width: 1, height: 1 },
          cropBox: { ...box, width: 1e9 },
          strength: 40,
        },
        source,
      ),
    ).toEqual({
      ...noEditRecord,
      maskId: null,
      maskBox: { x: 64, y: 10, width: 0, height: 1 },
      cropBox: box,
      strength: 1,
    }))
})
