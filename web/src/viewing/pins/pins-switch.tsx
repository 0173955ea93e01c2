import { MessageCircle } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { remarkTexts } from './remark-texts.ts'
import type { PinsState } from './use-pins.ts'

/** Takes the pins off the picture, and puts them back; nothing where there are none. */
export const PinsSwitch = ({ pins: { count, areShown, toggle } }: { pins: PinsState }) =>
  count > 0 && (
    <IconButton label={areShown ? remarkTexts.hidePins : remarkTexts.showPins} aria-pressed={areShown} onClick={toggle}>
      <MessageCircle className={areShown ? 'fill-current' : undefined} />
    </IconButton>
  )
