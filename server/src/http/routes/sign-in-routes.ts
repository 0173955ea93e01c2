import { rpc } from '../rpc-context.ts'

export const signInRoutes = {
  options: rpc.signIn.options.handler(({ context: { deps } }) => ({
    resetsPassword: deps.mailer.canSend,
    confirmsEmail: deps.mailer.canSend && deps.emailConfirmation === 'needed',
  })),
}
