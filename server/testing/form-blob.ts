/**
 * A form as it is sent, in one piece: a form's own stream goes on writing after the server has ended it, which is an error
 * that nobody hears of but the test run.
 */
export const formBlob = (form: FormData): Promise<Blob> => new Response(form).blob()
