import { ORPCError } from '@orpc/client'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { failedWithoutReason, noProject } from '#contract/errors.ts'
import { generationRefusal } from '#web/data/generations.ts'
import { generationWith, imageWith } from '#web/data/testing/builders.ts'
import { accountTexts } from '#web/features/account/texts.ts'
import { activityTexts } from '#web/features/activity/texts.ts'
import { announcementOf } from '#web/features/activity/use-announcements.ts'
import { assetTexts } from '#web/features/assets/texts.ts'
import { billingTexts } from '#web/features/billing/texts.ts'
import { deleteTexts } from '#web/features/board/delete-texts.ts'
import { boardTexts } from '#web/features/board/texts.ts'
import { composePanelTexts, promptTexts } from '#web/features/compose/texts.ts'
import { profileTexts } from '#web/features/profile/texts.ts'
import { projectTexts } from '#web/features/projects/texts.ts'
import { downloadTexts } from '#web/features/sharing/texts.ts'

vi.stubGlobal('navigator', { onLine: true })
afterAll(() => void vi.unstubAllGlobals())

/** The text of a toast; null where the catalogue leaves it to the server's message. */
type ToastText = { readonly title: string; readonly description?: string | null | undefined }

const server = 'The server’s own words.'
const refused = (error: unknown) =>
  generationRefusal(error, {
    title: promptTexts.failed,
    fallback: promptTexts.failedWithoutReason,
  })
const failedImage = (message: string) =>
  announcementOf(
    generationWith({
      status: 'failed',
      images: [imageWith({ status: 'failed', error: { code: 'invalid', message } })],
    }),
  )

/** The required texts, word for word, and the texts of the app. */
const catalogue: readonly [situation: string, wanted: ToastText, shown: ToastText | null][] = [
  ['Login failure', { title: 'Login failed' }, { title: accountTexts.login.failed }],
  ['Signup failure', { title: 'Signup failed' }, { title: accountTexts.signup.failed }],
  [
    'Signup success',
    { title: 'Account created!', description: 'Welcome to our platform. Start creating amazing images now.' },
    accountTexts.signup.done,
  ],
  [
    'Signup with a short password',
    { title: 'Invalid password', description: 'Password must be at least 6 characters long' },
    accountTexts.signup.invalidPassword,
  ],
  [
    'Project list load failure',
    { title: 'Error', description: 'Failed to load projects' },
    { title: projectTexts.error, description: projectTexts.failedToLoad },
  ],
  [
    'Project creation failure',
    { title: 'Error', description: 'Failed to create project' },
    { title: projectTexts.error, description: projectTexts.failedToCreate },
  ],
  [
    'Generations load failure',
    { title: 'Error', description: 'Failed to load generations' },
    { title: boardTexts.error, description: boardTexts.failedToLoad },
  ],
  [
    'No project',
    { title: 'Error', description: 'Please select or create a project first' },
    refused(new ORPCError(noProject.code, { status: 404, message: noProject.message, data: noProject.data })),
  ],
  [
    'Blank prompt',
    { title: 'Error', description: 'Please enter a prompt' },
    { title: promptTexts.error, description: promptTexts.blank },
  ],
  [
    'Generation failure, with the error message',
    { title: 'Generation Failed', description: server },
    refused(new ORPCError('impossible', { status: 422, message: server })),
  ],
  [
    'Generation failure, without one',
    { title: 'Generation Failed', description: 'Failed to generate images' },
    refused(new TypeError('Failed to fetch')),
  ],
  [
    'A response with success false, with its error',
    { title: 'Generation Failed', description: server },
    failedImage(server),
  ],
  [
    'A response with success false, without one',
    { title: 'Generation Failed', description: 'Generation failed' },
    failedImage(failedWithoutReason),
  ],
  [
    'Generation success',
    { title: 'Success!', description: 'Image generated successfully!' },
    announcementOf(generationWith({ status: 'completed' })),
  ],
  [
    'Generation success, when editing a parent image',
    { title: 'Success!', description: 'Image edited successfully!' },
    announcementOf(generationWith({ status: 'completed', parentGenerationId: 'g0' })),
  ],
  [
    'Parent has no image',
    { title: 'Error', description: 'Parent generation has no image to edit' },
    { title: boardTexts.error, description: boardTexts.noParentImage },
  ],
  [
    'Motion option',
    { title: 'Coming Soon', description: 'Video generation will be available soon!' },
    { title: composePanelTexts.comingSoon, description: composePanelTexts.comingSoonText },
  ],
  [
    'Download failure on the canvas',
    { title: 'Download failed', description: 'Could not download images' },
    { title: downloadTexts.failed, description: downloadTexts.failedText },
  ],
  [
    'Download failure of assets',
    { title: 'Download failed', description: 'Could not download images' },
    { title: assetTexts.downloadFailed, description: assetTexts.downloadFailedText },
  ],
  ['Download success on the canvas', { title: 'Images downloaded successfully' }, { title: downloadTexts.done }],
  ['Download success of assets', { title: 'Images downloaded successfully' }, { title: assetTexts.downloaded }],
  [
    'Delete failure on the canvas',
    { title: 'Error', description: 'Failed to delete generation' },
    { title: boardTexts.error, description: activityTexts.lost.delete },
  ],
  [
    'Delete failure of assets',
    { title: 'Error', description: 'Failed to delete generation' },
    { title: assetTexts.error, description: assetTexts.removeFailed },
  ],
  [
    'Delete success on the canvas',
    { title: 'Deleted', description: 'Deleted 3 generation(s) and their branches' },
    { title: deleteTexts.done, description: deleteTexts.doneText({ cards: 3, frames: 0, notes: 0, rings: [] }) },
  ],
  [
    'Delete success of assets',
    { title: 'Deleted', description: 'Deleted 3 generation(s) and their branches' },
    { title: assetTexts.deleted, description: assetTexts.deletedText(3) },
  ],
  ['Asset load failure', { title: 'No assets yet. Start creating!' }, { title: assetTexts.empty }],
  ['Avatar upload failure', { title: 'Upload failed' }, { title: profileTexts.avatar.failed }],
  [
    'Avatar success',
    { title: 'Avatar updated', description: 'Your profile picture has been updated successfully.' },
    profileTexts.avatar.done,
  ],
  ['Profile save failure', { title: 'Update failed' }, { title: profileTexts.saveFailed }],
  [
    'Profile save success',
    { title: 'Profile updated', description: 'Your profile has been updated successfully.' },
    profileTexts.saved,
  ],
  [
    'Billing portal opening',
    { title: 'Opening billing portal', description: 'Redirecting you to manage your subscription...' },
    billingTexts.portal.opening,
  ],
  [
    'Billing portal failure',
    { title: 'Error', description: 'Failed to open billing portal' },
    { title: billingTexts.error, description: billingTexts.portal.failed },
  ],
]

describe('the required texts of toasts', () => {
  it.each(catalogue)('%s has its text word for word', (_situation, wanted, shown) =>
    expect({ title: shown?.title, description: shown?.description }).toEqual({
      title: wanted.title,
      description: wanted.description,
    }),
  )
})
