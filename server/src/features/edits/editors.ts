import type { UserId } from '#domain/account/user-id.ts'
import { thisMachine } from '#domain/edit/edit-record.ts'
import { editsOfThisMachine, type InstalledTools, noTools } from '#domain/edit/this-machine.ts'
import { toolTasks } from '#domain/local-models/local-model.ts'
import type { Model } from '#domain/models/model.ts'
import type { LocalTools } from '#server/providers/local/onnx/local-tools.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

export type EditorDeps = { readonly registry: ModelRegistry; readonly localTools: LocalTools }

/** The tools that are installed, with the seconds that each takes for a picture on the machine of the measurements. */
export async function installedTools(localTools: LocalTools): Promise<InstalledTools> {
  const states = await Promise.all(
    toolTasks.map(async (task) => {
      const state = await localTools.state(task)
      return [
        task,
        state?.kind === 'installed' ? { name: state.tool.name, seconds: state.tool.referenceSeconds } : null,
      ] as const
    }),
  )
  return { ...noTools, ...Object.fromEntries(states) }
}

/** A built-in model with what it can do now. The painter finds the background by itself where a tool shows it the subject. */
function withTools(model: Model, tools: InstalledTools): Model {
  if (model.value === thisMachine) return { ...model, edits: editsOfThisMachine(tools) }
  const background = model.isBuiltIn ? model.edits?.['replace-background'] : undefined
  if (!background?.needsMask || tools['cut-out'] === null) return model
  const { needsMask: _needed, ...offer } = background
  return { ...model, edits: { ...model.edits, 'replace-background': offer } }
}

/** The models that can edit pictures, with what is installed on this machine at the moment. */
export async function editorsNow({ registry, localTools }: EditorDeps, userId: UserId | null): Promise<Model[]> {
  const tools = await installedTools(localTools)
  return registry.editorsFor(userId).map((model) => withTools(model, tools))
}
