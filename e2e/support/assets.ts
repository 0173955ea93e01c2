import type { Page } from 'playwright-core'

/** How many images the page of assets shows. */
export const assetsShown = (page: Page): Promise<number> => page.locator('[data-asset]').count()
