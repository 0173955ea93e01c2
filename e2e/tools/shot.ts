import type { Page } from 'playwright-core'

/** Settings of the server that is photographed: pictures cost something, so that there is usage to see. */
export const shotSettings = { SKETCH_CREDITS: '1' }

/** One photograph: where, as whom, and what is done before and after the page is opened. */
export type Shot = {
  name: string
  path: string
  isSignedIn?: 'regular' | 'new'
  isFullPage?: boolean
  prepare?: { before?(page: Page): Promise<void>; after?(page: Page): Promise<void> }
}
