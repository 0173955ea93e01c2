import { describe, expect, it } from 'vitest'
import { sideFault } from './picture-sides.ts'
import type { SlotPlace } from './workflow.ts'

const graphOf = (inputs: Record<string, unknown>) => ({ 5: { class_type: 'EmptyLatentImage', inputs } })
const ofComfyUi = { least: 16, most: 16_384, isWhole: true }
const faultOf = (inputs: Record<string, unknown>, places: readonly SlotPlace[] = [], limits = ofComfyUi) =>
  sideFault(graphOf(inputs), '5', places, (input) => (input === 'text' ? null : limits))

describe('sideFault', () => {
  it.each([{ width: 1_024, height: 768 }, { width: ['4', 0], height: 16_384 }, { text: 'a width of 0' }])(
    'finds none for %j',
    (inputs) => expect(faultOf(inputs)).toBeNull(),
  )

  it.each([0, -1, 15, 16_385, 512.5, Number.NaN, '512', true])('names a node whose width is %j', (width) => {
    expect(faultOf({ width, height: 512 })).toBe(
      'EmptyLatentImage (node 5) takes a whole number from 16 to 16384 as its width. Change it in ComfyUI, and export the workflow again.',
    )
  })

  it('takes 0 where the node does, as those that scale by the other side do', () => {
    expect(faultOf({ width: 0, height: 512 }, [], { ...ofComfyUi, least: 0 })).toBeNull()
  })

  it('takes 1 to 16,384 at a slot of which the node says nothing, whatever its input is called', () => {
    const places = [{ slot: 'width', node: '5', input: 'value' }] as const
    const faultAt = (value: number) => sideFault(graphOf({ value }), '5', places, () => null)
    expect([0, 1, 16_384, 20_000].map((value) => faultAt(value) === null)).toEqual([false, true, true, false])
  })
})
