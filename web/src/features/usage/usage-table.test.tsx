import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolationsInBothThemes, openApp } from '#web/testing/app-under-test.tsx'

const name = 'backup_script_of_the_second_floor_print_room_nightly_2026_11'

describe('the usage by token', () => {
  it('breaks a long name on a phone, so that images and credits stand beside each other', async () => {
    await page.viewport(390, 844)
    await openApp('/usage', {
      replies: {
        credits: {
          usage: ({ by = 'day' }) => ({
            by,
            items: by === 'token' ? [{ key: uuid(700), label: name, images: 1_140, spent: 123_456 }] : [],
          }),
        },
      },
    })
    await page.getByRole('tab', { name: 'By token' }).click()
    await expect.element(page.getByText(name)).toBeVisible()
    const table = page.getByRole('table').first().element()
    expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0)
    const [images, credits] = [...table.querySelectorAll('td')].map((cell) => {
      const words = document.createRange()
      words.selectNodeContents(cell)
      return words.getBoundingClientRect()
    })
    expect((credits?.left ?? 0) - (images?.right ?? 0)).toBeGreaterThan(16)
    await expectNoViolationsInBothThemes()
  })
})
