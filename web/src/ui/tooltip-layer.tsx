import { useEffect, useRef } from 'react'
import { startTooltips } from './start-tooltips.ts'

/** The one tooltip of the page. It shows `data-tooltip` and `data-tooltip-keys` of whatever is pointed at or focused. */
export function TooltipLayer() {
  const tooltip = useRef<HTMLDivElement>(null)
  useEffect(() => (tooltip.current ? startTooltips(tooltip.current) : undefined), [])
  return <div ref={tooltip} popover="manual" aria-hidden="true" className="tooltip" />
}
