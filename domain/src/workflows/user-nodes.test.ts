import { describe, expect, it } from 'vitest'
import { faultsOfUserGraph } from './user-nodes.ts'
import type { SlotPlace, WorkflowGraph, WorkflowSlot } from './workflow.ts'

const node = (class_type: string, inputs: Record<string, unknown>) => ({ class_type, inputs })
const loading = (image: unknown): WorkflowGraph => ({
  1: node('LoadImage', { image }),
  2: node('PreviewImage', { images: ['1', 0] }),
})
const at = (slot: WorkflowSlot, place = '1'): SlotPlace => ({ slot, node: place, input: 'image' })
const stored = 'LoadImage (node 1) loads a file that is stored in ComfyUI. Choose it as the picture or the mask.'

describe('faultsOfUserGraph', () => {
  it('lets a graph load the picture and the mask of its request', () => {
    const graph = { ...loading('example.png'), 3: node('LoadImageMask', { image: 'example.png', channel: 'red' }) }
    expect(faultsOfUserGraph(graph, [at('input image'), at('mask', '3')])).toEqual([])
  })

  it.each([
    ['no slot is put', []],
    ['words are put', [at('prompt')]],
    ['words are put as well', [at('input image'), at('prompt')]],
  ])('refuses a stored file where %s at it', (_where, places) =>
    expect(faultsOfUserGraph(loading('../private.png'), places)).toEqual([{ node: '1', message: stored }]),
  )

  it('refuses a name that another node writes', () =>
    expect(faultsOfUserGraph(loading(['2', 0]), [at('input image')])[0]?.message).toBe(stored))

  it('refuses a mask without a picture: no request fills it', () =>
    expect(faultsOfUserGraph(loading('of-another.png'), [at('mask')])[0]?.message).toContain('takes a mask'))

  it.each(['LoadImageDataSetFromFolder', 'LoadLatent', 'LoadImageOutput', 'SaveLatent', 'RegexReplace', 'ANewNode'])(
    'refuses a node outside of the list: %s',
    (name) =>
      expect(faultsOfUserGraph({ 1: node(name, { folder: 'espalier' }) }, [])[0]?.message).toContain(
        'is not among the nodes that a workflow of a user may have.',
      ),
  )
})
