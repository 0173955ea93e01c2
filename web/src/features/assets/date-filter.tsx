import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { AssetFilter } from '#web/data/assets/asset-filter.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { assetTexts } from './texts.ts'

type DateFilterProps = {
  filter: Pick<AssetFilter, 'from' | 'to'>
  onChange(days: { from: string | undefined; to: string | undefined }): void
}

/** The first and the last day, as a chip that opens two fields. */
export function DateFilter({ filter: { from, to }, onChange }: DateFilterProps) {
  const isOn = from !== undefined || to !== undefined
  return (
    <Popover.Root>
      <Popover.Trigger className="chip asset-chip" data-on={isOn || undefined}>
        {isOn ? assetTexts.days(from, to) : assetTexts.date}
        <ChevronDown aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Content
        align="start"
        sideOffset={8}
        collisionPadding={8}
        aria-label={assetTexts.date}
        className="popover grid w-64 gap-3 p-4"
      >
        <Field
          label={assetTexts.from}
          type="date"
          value={from ?? ''}
          {...(to && { max: to })}
          onChange={(event) => onChange({ from: event.target.value || undefined, to })}
        />
        <Field
          label={assetTexts.to}
          type="date"
          value={to ?? ''}
          {...(from && { min: from })}
          onChange={(event) => onChange({ from, to: event.target.value || undefined })}
        />
        {isOn && (
          <Button kind="quiet" size="small" onClick={() => onChange({ from: undefined, to: undefined })}>
            {assetTexts.clearDates}
          </Button>
        )}
      </Popover.Content>
    </Popover.Root>
  )
}
