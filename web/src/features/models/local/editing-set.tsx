import { useMutation } from '@tanstack/react-query'
import type { LocalModelShape } from '#contract/models/local-model.ts'
import type { ToolTask } from '#domain/local-models/local-model.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { installLocalModel, invalidateLocalModels } from '#web/data/models/local-models.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { formatBytes, localModelTexts } from './texts.ts'

const texts = localModelTexts.editingSet
/** In the order in which they are named. */
const tasks: readonly ToolTask[] = ['cut-out', 'erase', 'upscale']
const isMissing = ({ state }: LocalModelShape) => state.kind === 'available'
const canBeFetched = ({ hindrance, licence }: LocalModelShape) => hindrance === null && !licence.mustBeAccepted

/** The first tool of the catalogue for each task that nothing installed, or on its way, does. */
const missingTools = (items: readonly LocalModelShape[]): LocalModelShape[] =>
  tasks.flatMap((task) => {
    const able = items.filter(({ does }) => does === task)
    return able.every(isMissing) ? (able.find(canBeFetched) ?? []) : []
  })

/** Installs one tool for each thing that the editor does better with one. Renders nothing where no two are missing. */
export function EditingSet({ items }: { items: readonly LocalModelShape[] }) {
  const tools = missingTools(items)
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      for (const { id } of tools) await installLocalModel(id, { acceptsLicence: false })
    },
    onError(error) {
      showToast({
        kind: 'error',
        title: localModelTexts.notDone,
        description: errorMessage(error, localModelTexts.noConnection),
      })
      void invalidateLocalModels()
    },
  })
  if (tools.length < 2) return null
  const bytes = tools.reduce((sum, tool) => sum + tool.bytes, 0)
  return (
    <section
      aria-label={texts.label}
      className="mt-6 flex items-center gap-4 rounded-12 bg-raised px-4 py-3 text-13 max-sm:flex-wrap"
    >
      <p className="min-w-0 flex-1">
        <b className="font-semibold">{texts.title(tools.map(({ does }) => texts.does[does]))}</b>{' '}
        <span className="text-muted">{texts.text(formatBytes(bytes))}</span>
      </p>
      <Button kind="solid" size="small" busy={isPending} onClick={() => mutate()}>
        {texts.install}
      </Button>
    </section>
  )
}
