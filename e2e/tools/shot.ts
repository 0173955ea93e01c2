import type { Page } from 'playwright-core'

/** One photograph: where, as whom, and what is done before and after the page is opened. */
export type Shot = {
  name: string
  path: string
  isSignedIn?: 'regular' | 'new'
  isFullPage?: boolean
  prepare?: { before?(page: Page): Promise<void>; after?(page: Page): Promise<void> }
}
