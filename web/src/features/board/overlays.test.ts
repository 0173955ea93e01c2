import { describe, expect, it } from 'vitest'
import { noSelection } from '#domain/board/selection.ts'
import { createOverlays } from './overlays.ts'

const composing = { kind: 'new', place: { x: 0, y: 0 } } as const

describe('the overlays of a canvas', () => {
  it('have their own data, and stay the same object until it changes', () => {
    const overlays = createOverlays()
    overlays.open({ kind: 'cost', cardId: 'a' })
    expect(overlays.find('cost')).toEqual({ kind: 'cost', cardId: 'a' })
    expect(overlays.find('cost')).toBe(overlays.find('cost'))
    expect(overlays.find('find')).toBeNull()
  })

  it('are one per slot: the next replaces it', () => {
    const overlays = createOverlays()
    overlays.open({ kind: 'find' })
    overlays.open({ kind: 'trash' })
    expect(overlays.get()).toEqual([{ kind: 'trash' }])
    expect(overlays.inSlot('side')).toEqual({ kind: 'trash' })
  })

  it('keep a panel open below a dialog that asks something', () => {
    const overlays = createOverlays()
    overlays.open({ kind: 'compose', composing })
    overlays.open({ kind: 'delete', selected: { ...noSelection, cards: new Set(['a']) } })
    overlays.close('delete')
    expect(overlays.get()).toEqual([{ kind: 'compose', composing }])
  })

  it('notify no subscriber when nothing was closed', () => {
    const overlays = createOverlays()
    let calls = 0
    overlays.subscribe(() => calls++)
    overlays.close('find')
    expect(calls).toBe(0)
  })
})
