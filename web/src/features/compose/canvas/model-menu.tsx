import { Check, ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ModelShape } from '#contract/model.ts'
import { composePanelTexts } from '#web/features/compose/texts.ts'

type ModelMenuProps = {
  model: Pick<ModelShape, 'name'>
  models: readonly ModelShape[]
  onChoose(modelName: string): void
}

/** The name of the model that will be used; a press lists the other available ones. */
export function ModelMenu({ model, models, onChoose }: ModelMenuProps) {
  const available = models.filter(({ isAvailable, isShown }) => isAvailable && isShown)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="chip min-w-0" aria-label={composePanelTexts.model(model.name)}>
        <span className="truncate">{model.name}</span>
        <ChevronDown aria-hidden="true" className="text-muted" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={16}
          aria-label={composePanelTexts.models}
          className="popover menu max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto"
        >
          <DropdownMenu.RadioGroup value={model.name} onValueChange={onChoose}>
            {available.map(({ name, badge }) => (
              <DropdownMenu.RadioItem key={name} value={name} className="menu-item">
                {name}
                <span className="badge">{badge}</span>
                <DropdownMenu.ItemIndicator className="ml-auto">
                  <Check aria-hidden="true" />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
