import { ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'

type FilterMenuProps = {
  label: string
  /** What leaves everything in. */
  anyLabel: string
  options: readonly { readonly value: string; readonly label: string }[]
  value: string | undefined
  onChange(value: string | undefined): void
}

/** A filter with one choice of several, as a chip that opens a menu. */
export function FilterMenu({ label, anyLabel, options, value, onChange }: FilterMenuProps) {
  const chosen = options.find((option) => option.value === value)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="chip asset-chip" data-on={value !== undefined || undefined}>
        {value === undefined ? label : (chosen?.label ?? value)}
        <ChevronDown aria-hidden="true" />
      </DropdownMenu.Trigger>
      {/* Not in a portal: it belongs to the page's main landmark. */}
      <DropdownMenu.Content
        align="start"
        sideOffset={8}
        collisionPadding={8}
        className="popover menu max-h-[min(420px,var(--radix-dropdown-menu-content-available-height))] max-w-72 overflow-y-auto"
      >
        <DropdownMenu.RadioGroup value={value ?? ''} onValueChange={(next) => onChange(next || undefined)}>
          <DropdownMenu.RadioItem value="" className="menu-item data-[state=checked]:font-semibold">
            {anyLabel}
          </DropdownMenu.RadioItem>
          <DropdownMenu.Separator className="menu-separator" />
          {options.map((option) => (
            <DropdownMenu.RadioItem
              key={option.value}
              value={option.value}
              className="menu-item data-[state=checked]:font-semibold"
            >
              <span className="truncate">{option.label}</span>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
