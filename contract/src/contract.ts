import { z } from 'zod'
import {
  changeEmailBody,
  changePasswordBody,
  confirmPasswordBody,
  deleteAccountBody,
  firstStepsBody,
  firstStepsShape,
  notificationsBody,
  notificationsShape,
  sessionShape,
} from './account/account.ts'
import { activityShape } from './account/activity.ts'
import { profileBody, profileShape } from './account/profile.ts'
import { signInCalls } from './account/sign-in-calls.ts'
import { applyChangesBody, applyChangesReply } from './board/change.ts'
import { historyShape } from './board/history.ts'
import { canvasStateShape, savedWindow } from './board/project.ts'
import { projectCalls } from './board/project-calls.ts'
import { starterCalls } from './board/starter-calls.ts'
import { trashItemShape, trashQuery } from './board/trash.ts'
import {
  bySession,
  editing,
  editingAccount,
  generating,
  generatingInPurse,
  reading,
  readingAccount,
  readingInPurse,
} from './call-scope.ts'
import { assetCountShape, assetShape, assetsQuery } from './cards/asset.ts'
import { bringAssetsInput, broughtInShape } from './cards/brought-in.ts'
import { descriptionCalls } from './cards/description.ts'
import { changeGenerationBody, generationShape, requestGenerationBody } from './cards/generation.ts'
import { imageCalls } from './cards/image-calls.ts'
import { modelRecordCall, projectSeriesCall, seriesCalls } from './cards/series-calls.ts'
import { similarCalls } from './cards/similar-calls.ts'
import { styleBody, styleShape } from './cards/style.ts'
import { list } from './list.ts'
import { editOperationCalls, localModelCalls, modelCalls, modelKeyCalls } from './models/model-calls.ts'
import { modelConnectionCalls } from './models/model-connection-calls.ts'
import { workflowCalls } from './models/workflow-calls.ts'
import { billingAddress, billingShape, planBody } from './money/billing.ts'
import { branchCapCalls } from './money/branch-cap.ts'
import { creditsShape, ledgerEntryShape, usageShape } from './money/credits.ts'
import { apiTokenCalls } from './programs/api-token.ts'
import { assistantCalls, projectAssistantCalls } from './programs/assistant.ts'
import { oauthCalls } from './programs/oauth.ts'
import { purseCalls } from './programs/purse.ts'
import { webhookCalls } from './programs/webhook.ts'
import { describeImageCall, promptCalls } from './prompts/prompt-calls.ts'
import { referenceCalls } from './prompts/reference-calls.ts'
import { savedPromptCalls } from './prompts/saved-prompt-calls.ts'
import { wordListCalls } from './prompts/word-list-calls.ts'
import { commentCalls, projectShareCalls, shareCalls, sharedCalls } from './sharing/share-calls.ts'
import { plainString, uuid } from './text.ts'
import { withIdempotencyKey } from './with-idempotency-key.ts'

const id = uuid
const byId = z.strictObject({ id })
const deleted = z.strictObject({ deleted: z.int(), ids: z.array(id) })

/**
 * All JSON calls of the contract with their addresses. Sign-in, files and the event stream are in
 * `server/src/http/openapi/openapi.ts` and the file routes.
 */
export const contract = {
  models: modelCalls,
  editOperations: editOperationCalls,
  modelKeys: modelKeyCalls,
  modelConnections: modelConnectionCalls,
  localModels: localModelCalls,
  workflows: workflowCalls,
  signIn: signInCalls,
  tokens: apiTokenCalls,
  oauth: oauthCalls,
  webhooks: webhookCalls,
  assistant: assistantCalls,
  shares: shareCalls,
  comments: commentCalls,
  shared: sharedCalls,
  projects: {
    ...projectShareCalls,
    ...projectAssistantCalls,
    ...projectCalls,
    generations: readingInPurse
      .route({ method: 'GET', path: '/projects/{id}/generations', summary: 'A project’s generations, newest first' })
      .input(byId)
      .output(z.strictObject({ ...list(generationShape), seq: z.int() })),
    series: projectSeriesCall,
    history: reading
      .route({
        method: 'GET',
        path: '/projects/{id}/history',
        summary: 'The history of a project’s cards, oldest first',
      })
      .input(
        z.strictObject({
          id,
          cursor: z
            .string()
            .regex(/^\d{1,15}$/)
            .optional(),
        }),
      )
      .output(historyShape),
    applyChanges: editing
      .route({
        method: 'POST',
        path: '/projects/{id}/changes',
        summary: 'Apply a batch of small changes, each once; a change without its target does nothing',
      })
      .input(applyChangesBody)
      .output(applyChangesReply),
    bringAssets: editing
      .meta({ time: 'long' })
      .route({
        method: 'POST',
        path: '/projects/{id}/pictures/copies',
        successStatus: 201,
        summary: 'Copy images of yours to a canvas',
        description:
          'Up to 50 finished images of any of your projects. Their cards have no model and no price, like pictures that are brought in, and the prompts of the images. An image whose picture is gone is listed under `refused`; the others come in.',
        spec: withIdempotencyKey,
      })
      .input(bringAssetsInput)
      .output(broughtInShape),
    canvasState: reading
      .route({
        method: 'GET',
        path: '/projects/{id}/canvas-state',
        summary: 'The saved view; null before the first save',
      })
      .input(byId)
      .output(canvasStateShape.nullable()),
    saveCanvasState: editing
      .route({ method: 'PUT', path: '/projects/{id}/canvas-state', summary: 'Save the view' })
      .input(
        z.strictObject({
          id,
          zoomLevel: z.number().min(0.1).max(4),
          panX: z.number().min(-1e10).max(1e10),
          panY: z.number().min(-1e10).max(1e10),
          ...savedWindow,
          lastViewedGenerationId: id.nullish(),
        }),
      )
      .output(canvasStateShape),
  },
  starters: starterCalls,
  series: seriesCalls,
  modelRecord: { list: modelRecordCall },
  trash: {
    list: reading
      .route({ method: 'GET', path: '/trash', summary: 'Deleted branches, newest first, page by page' })
      .input(trashQuery)
      .output(z.strictObject(list(trashItemShape))),
  },
  generations: {
    find: readingInPurse
      .route({
        method: 'GET',
        path: '/generations',
        summary: 'The card of a name: 1a2b3c4d, an image of it as 1a2b3c4d.2, or the id of a card or of an image',
      })
      .input(z.strictObject({ name: plainString(40) }))
      .output(z.strictObject({ card: generationShape, imageId: id.nullable() })),
    request: generatingInPurse
      .route({
        method: 'POST',
        path: '/generations',
        successStatus: 202,
        summary: 'Generate one to four images, or edit one',
        spec: withIdempotencyKey,
      })
      .input(requestGenerationBody)
      .output(generationShape),
    change: editing
      .route({ method: 'PATCH', path: '/generations/{id}', summary: 'Move or collapse a card' })
      .input(changeGenerationBody)
      .output(generationShape),
    remove: editing
      .route({
        method: 'DELETE',
        path: '/generations/{id}',
        summary: 'Move a generation and its branches to the trash',
      })
      .input(byId)
      .output(deleted),
    restore: editing
      .route({ method: 'POST', path: '/generations/{id}/restore', summary: 'Restore a deleted branch' })
      .input(byId)
      .output(z.strictObject({ restored: z.int(), ids: z.array(id) })),
    cancel: generating
      .route({ method: 'POST', path: '/generations/{id}/cancel', summary: 'Cancel the pending images of a generation' })
      .input(byId)
      .output(generationShape),
  },
  branchCaps: branchCapCalls,
  purses: purseCalls,
  images: {
    ...imageCalls,
    describe: describeImageCall,
    ...similarCalls,
    ...descriptionCalls,
  },
  credits: {
    get: readingInPurse.route({ method: 'GET', path: '/credits', summary: 'Your credits' }).output(creditsShape),
    ledger: readingAccount
      .route({ method: 'GET', path: '/credits/ledger', summary: 'Every entry of your ledger, newest first' })
      .input(z.strictObject({ cursor: z.string().max(40).optional() }))
      .output(z.strictObject(list(ledgerEntryShape))),
    usage: readingAccount
      .route({
        method: 'GET',
        path: '/credits/usage',
        summary: 'The cost of your images; with `format=csv` every entry of the ledger instead',
        spec: (operation) => ({
          ...operation,
          parameters: [...(operation.parameters ?? []), { name: 'format', in: 'query', schema: { enum: ['csv'] } }],
        }),
      })
      .input(z.strictObject({ by: z.enum(['day', 'model', 'project', 'token']).default('day') }))
      .output(usageShape),
  },
  billing: {
    get: bySession
      .route({ method: 'GET', path: '/billing', summary: 'Your plan and its history' })
      .output(billingShape),
    portal: bySession
      .meta({ caller: 'account' })
      .route({ method: 'POST', path: '/billing/portal', summary: 'The address to manage your subscription' })
      .output(billingAddress),
    checkout: bySession
      .meta({ caller: 'account' })
      .route({ method: 'POST', path: '/billing/checkout', summary: 'The address to buy a plan' })
      .input(planBody)
      .output(billingAddress),
    changePlan: bySession
      .meta({ caller: 'account', activity: 'plan-changed' })
      .route({ method: 'PUT', path: '/billing/plan', summary: 'Change a plan that takes no payment' })
      .input(planBody)
      .output(billingShape),
  },
  styles: {
    list: reading
      .route({ method: 'GET', path: '/styles', summary: 'The sample styles, and your own, newest first' })
      .output(z.strictObject(list(styleShape))),
    create: editingAccount
      .route({
        method: 'POST',
        path: '/styles',
        successStatus: 201,
        summary: 'Create a private style',
        spec: withIdempotencyKey,
      })
      .input(styleBody)
      .output(styleShape),
    change: editingAccount
      .route({ method: 'PUT', path: '/styles/{id}', summary: 'Change a private style' })
      .input(styleBody.extend({ id }))
      .output(styleShape),
    remove: editingAccount
      .route({
        method: 'DELETE',
        path: '/styles/{id}',
        summary: 'Delete a private style; images made with it keep their record',
      })
      .input(byId)
      .output(deleted),
    pin: editingAccount
      .route({ method: 'PUT', path: '/styles/{id}/pin', summary: 'Pin a style' })
      .input(byId)
      .output(styleShape),
    unpin: editingAccount
      .route({ method: 'DELETE', path: '/styles/{id}/pin', summary: 'Unpin a style' })
      .input(byId)
      .output(styleShape),
  },
  references: referenceCalls,
  savedPrompts: savedPromptCalls,
  wordLists: wordListCalls,
  prompts: promptCalls,
  profile: {
    get: bySession.route({ method: 'GET', path: '/profile', summary: 'Your profile' }).output(profileShape),
    change: bySession
      .route({ method: 'PATCH', path: '/profile', summary: 'Change your profile' })
      .input(profileBody)
      .output(profileShape),
    removeAvatar: bySession
      .route({ method: 'DELETE', path: '/profile/avatar', summary: 'Remove your profile picture' })
      .output(profileShape),
  },
  account: {
    changePassword: bySession
      .meta({ caller: 'account', activity: 'password-changed' })
      .route({ method: 'PUT', path: '/account/password', summary: 'Change your password; ends all other sessions' })
      .input(changePasswordBody)
      .output(z.strictObject({ ended: z.int(), endedTokens: z.int() })),
    confirmPassword: bySession
      .route({
        method: 'POST',
        path: '/account/confirm-password',
        summary: 'Enter your password once more: some calls ask for it 15 minutes after sign-in',
      })
      .input(confirmPasswordBody)
      .output(z.strictObject({ confirmed: z.literal(true) })),
    changeEmail: bySession
      .meta({ caller: 'account', activity: 'email-changed' })
      .route({ method: 'PUT', path: '/account/email', summary: 'Change your email' })
      .input(changeEmailBody)
      .output(z.strictObject({ email: z.string() })),
    sessions: bySession
      .route({ method: 'GET', path: '/account/sessions', summary: 'Your open sessions, newest first' })
      .output(z.strictObject(list(sessionShape))),
    activity: bySession
      .route({
        method: 'GET',
        path: '/account/activity',
        summary: 'The activity log of your account: the newest 50 entries',
      })
      .output(z.strictObject(list(activityShape))),
    firstSteps: bySession
      .route({ method: 'GET', path: '/account/first-steps', summary: 'How many of the first steps you have done' })
      .output(firstStepsShape),
    finishFirstSteps: bySession
      .route({
        method: 'PUT',
        path: '/account/first-steps',
        summary: 'Count that many of the first steps as done; never fewer than before',
      })
      .input(firstStepsBody)
      .output(firstStepsShape),
    notifications: bySession
      .route({ method: 'GET', path: '/account/notifications', summary: 'What you are sent emails about' })
      .output(notificationsShape),
    changeNotifications: bySession
      .route({ method: 'PUT', path: '/account/notifications', summary: 'Choose what you are sent emails about' })
      .input(notificationsBody)
      .output(notificationsShape),
    endSession: bySession
      .meta({ activity: 'session-ended' })
      .route({ method: 'DELETE', path: '/account/sessions/{id}', summary: 'End one session' })
      .input(byId)
      .output(deleted),
    endSessions: bySession
      .meta({ activity: 'session-ended' })
      .route({ method: 'DELETE', path: '/account/sessions', summary: 'End all sessions, this one included' })
      .output(deleted),
    remove: bySession
      .meta({ time: 'long' })
      .route({
        method: 'DELETE',
        path: '/account',
        summary: 'Delete your account and all its data; a running plan ends',
      })
      .input(deleteAccountBody)
      .output(deleted),
  },
  assets: {
    list: reading
      .route({
        method: 'GET',
        path: '/assets',
        summary: 'Your finished images, newest first, 60 a page',
      })
      .input(assetsQuery)
      .output(z.strictObject(list(assetShape))),
    count: reading
      .route({
        method: 'GET',
        path: '/assets/count',
        summary: 'The number of your finished images, up to 10,000',
      })
      .input(assetsQuery.omit({ cursor: true }))
      .output(assetCountShape),
  },
}
