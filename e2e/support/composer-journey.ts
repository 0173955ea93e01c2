import type { Page } from 'playwright-core'
import { boardOf } from './board-of.ts'
import { promptField } from './composer.ts'
import { type Journey, openJourney } from './journey.ts'
import { newAccount, takePlan } from './person.ts'

/** Somebody who may ask for sizes beyond 1K, and has made one card. */
export async function openComposerJourney(): Promise<Journey> {
  const journey = await openJourney({ account: newAccount('Ada') })
  const { app, context } = journey
  await takePlan(context, app.url, 'basic')
  await boardOf(context, app.url).make({ prompt: 'pears on a sill', model: 'Sketch', aspectRatio: '1:1' })
  return journey
}

/** Opens the image page as if nothing had been written there before. */
export async function openFreshImagePage(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => localStorage.clear())
  await page.goto('/image')
  await promptField(page).waitFor()
}
