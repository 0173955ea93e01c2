import type { Unpack } from '../records/found-record.ts'
import { pictureTexts } from '../records/picture-texts.ts'
import { parsePythonJson } from '../records/python-json.ts'
import { isEditorWorkflow, isWorkflow, type WorkflowGraph } from './workflow.ts'

/** The contents of a file: a graph that ComfyUI's API runs, the form of its own editor, or neither. */
export type WorkflowInFile = WorkflowGraph | 'editor' | 'other'

/** A graph without what ComfyUI adds for itself while it runs, as `is_changed`. */
const withoutState = (graph: WorkflowGraph): WorkflowGraph =>
  Object.fromEntries(
    Object.entries(graph).map(([id, { class_type, inputs, _meta }]) => [
      id,
      { class_type, inputs, ...(_meta?.title !== undefined && { _meta: { title: _meta.title } }) },
    ]),
  )

/** The workflow of a text: a file of 'Export (API)', or what ComfyUI writes into a picture. */
export function workflowOfText(text: string): WorkflowInFile {
  const json = parsePythonJson(text)
  if (isWorkflow(json)) return withoutState(json)
  return isEditorWorkflow(json) ? 'editor' : 'other'
}

const keywords = new Set(['prompt', 'workflow'])

/** The workflow by which ComfyUI made a picture, as its file says: PNG, and by Exif JPEG and WebP. */
export async function workflowOfPicture(bytes: Uint8Array, unpack: Unpack): Promise<WorkflowInFile> {
  const texts = pictureTexts(bytes, keywords)
  const found: WorkflowInFile[] = []
  for (const keyword of keywords) {
    const text = texts.get(keyword)
    if (!text) continue
    const unpacked = 'text' in text ? null : await unpack(text.packed)
    const words = 'text' in text ? text.text : unpacked ? text.decode(unpacked) : ''
    found.push(workflowOfText(words))
  }
  return found.find((each) => typeof each === 'object') ?? found.find((each) => each === 'editor') ?? 'other'
}
