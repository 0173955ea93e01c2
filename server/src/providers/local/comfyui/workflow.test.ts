import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkpointWorkflow } from './checkpoint-workflow.ts'
import { type ComfyGraph, fillWorkflow, readWorkflow, type Workflow } from './workflow.ts'

const node = (title: string, inputs: Record<string, unknown>) => ({ class_type: 'Any', inputs, _meta: { title } })
const read = (graph: ComfyGraph) => readWorkflow(graph) as Workflow

describe("the operator's workflow", () => {
  it('is parsed by the titles of its nodes, in any spelling', () => {
    const { slots } = read({
      1: node('Prompt', { text: 'old', clip: ['4', 1] }),
      2: node('seed, Steps', { noise_seed: 1, steps: 4 }),
      3: node('my favourite node', { width: 5 }),
    })
    expect([...slots]).toEqual(['prompt', 'seed', 'steps'])
  })

  it('gets the values in the marked nodes and in no other', () => {
    const workflow = read({
      1: node('prompt', { text: 'old', clip: ['4', 1] }),
      2: node('', { text: 'untouched' }),
      3: node('width', { value: 1 }),
    })
    expect(fillWorkflow(workflow, { prompt: 'a fox', width: 640, height: 480 })).toEqual({
      1: node('prompt', { text: 'a fox', clip: ['4', 1] }),
      2: node('', { text: 'untouched' }),
      3: node('width', { value: 640 }),
    })
  })

  it('keeps its links: an input from another node is not a slot', () => {
    expect(readWorkflow({ 1: node('prompt', { text: ['2', 0] }) })).toBe("no node with a text has the title 'prompt'")
  })

  it.each([
    [{ nodes: [], links: [] }, "it is no workflow in API form: use 'Export (API)' in ComfyUI"],
    ['text', "it is no workflow in API form: use 'Export (API)' in ComfyUI"],
    [{}, "no node with a text has the title 'prompt'"],
  ])('is refused when it is %j', (json, sentence) => expect(readWorkflow(json)).toBe(sentence))

  it('is never mutated, whatever is put into it', () => {
    const graph: ComfyGraph = { 1: node('prompt', { text: 'old' }), 2: node('seed', { seed: 1 }) }
    fc.assert(
      fc.property(fc.string(), fc.integer(), (prompt, seed) => {
        const filled = fillWorkflow(read(graph), { prompt, seed })
        expect([filled['1']?.inputs.text, filled['2']?.inputs.seed]).toEqual([prompt, seed])
        expect(graph).toEqual({ 1: node('prompt', { text: 'old' }), 2: node('seed', { seed: 1 }) })
      }),
    )
  })
})

describe('the workflow of a checkpoint', () => {
  it.each(['words', 'picture'] as const)('from %s links only to its own nodes', (from) => {
    const { graph } = checkpointWorkflow(from, [
      { name: 'a', weight: 1 },
      { name: 'b', weight: 0.5 },
    ])
    const links = Object.values(graph).flatMap(({ inputs }) => Object.values(inputs).filter(Array.isArray))
    for (const [target] of links) expect(Object.keys(graph)).toContain(target)
  })

  it('has a slot for every known setting of a picture', () => {
    expect(read(checkpointWorkflow('picture').graph).slots).toEqual(
      new Set([
        'checkpoint',
        'sampler',
        'prompt',
        'negative prompt',
        'seed',
        'steps',
        'guidance',
        'strength',
        'input image',
        'width',
        'height',
      ]),
    )
  })
})
