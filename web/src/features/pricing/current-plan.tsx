import { Button } from '#web/ui/button.tsx'
import { pricingTexts } from './texts.ts'

/** Stands where the button of the plan would be that one has already. */
export const CurrentPlan = () => (
  <Button kind="line" className="w-full" disabled>
    {pricingTexts.current}
  </Button>
)
