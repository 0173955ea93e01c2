import { ChevronDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ModelShape } from '#contract/models/model.ts'
import { composePanelTexts } from '#web/features/compose/texts.ts'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'
import { Popover } from '#web/ui/popups.tsx'

const modelList = offlinePart(
  async () => (await import('#web/features/models/picker/focused-model-list.tsx')).FocusedModelList,
)

type ModelMenuProps = {
  model: Pick<ModelShape, 'name'>
  models: readonly ModelShape[]
  onChoose(modelName: string): void
}

/** The name of the model that will be used; a press lists the other available ones, which are searched by typing. */
export function ModelMenu({ model, models, onChoose }: ModelMenuProps) {
  const available = useMemo(() => models.filter(({ isAvailable, isShown }) => isAvailable && isShown), [models])
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<ModelShape | null>(null)
  const chosen = available.find(({ name }) => name === model.name) ?? null
  const choose = ({ name }: ModelShape) => {
    setOpen(false)
    onChoose(name)
  }
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open) => {
        setActive(null)
        setOpen(open)
      }}
    >
      <Popover.Trigger
        className="chip model-chip min-w-0"
        aria-label={composePanelTexts.model(model.name)}
        onPointerEnter={modelList.warm}
        onFocus={modelList.warm}
      >
        <span className="truncate">{model.name}</span>
        <ChevronDown aria-hidden="true" className="text-muted" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={8}
          collisionPadding={16}
          aria-label={composePanelTexts.models}
          className="popover flex max-h-[min(360px,var(--radix-popover-content-available-height))] w-[400px] max-w-(--radix-popover-content-available-width) overflow-hidden"
        >
          <LazySlot
            part={modelList}
            props={{ models: available, chosen, active: active ?? chosen, onActivate: setActive, onChoose: choose }}
            onClose={() => setOpen(false)}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
