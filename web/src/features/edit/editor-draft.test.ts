import { describe, expect, it } from 'vitest'
import { offeredEdits } from '#web/testing/fake-edits.ts'
import { emptyEdit, executorOf, whyNotEdit } from './editor-draft.ts'

describe('why an edit can not be made', () => {
  const offer = offeredEdits().find(({ operation }) => operation === 'upscale')
  const executor = executorOf(offer, undefined)
  const why = (factor: 2 | 4, side: number) =>
    whyNotEdit({ ...emptyEdit, operation: 'upscale', factor }, { offer, executor, size: { width: side, height: side } })

  it('says before Go where the result would be too large', () => {
    expect(why(2, 3_500)).toBeNull()
    expect(why(2, 4_096)).toBe(
      'The result would have 8192 × 8192 pixels, 68 million. At most 50 million are possible. Crop it first, or keep it as it is.',
    )
    expect(why(4, 2_048)).toMatch(/^The result would have 8192 × 8192 pixels.* Enlarge it 2 times, or crop it first\.$/)
  })
})
