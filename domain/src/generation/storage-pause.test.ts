import { describe, expect, it } from 'vitest'
import { storagePauseMs } from './storage-pause.ts'

describe('the retry of storing a picture', () => {
  it('comes after half a second, then after twice as long each time, at most eight seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map(storagePauseMs)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
  })
})
