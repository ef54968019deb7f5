import type { Ask } from '#testing/ask.ts'
import { codeAt } from '#testing/operator-calls.ts'

type Parts = {
  ask: Ask
  bearer: string
  secrets: Set<string>
  at: Date
  account: { email: string; password: string }
}

export async function askSecondFactor(parts: Parts): Promise<void> {
  const { bearer, secrets, at, account } = parts
  const ask = (name: string, body?: object) => parts.ask(name, { ...(body && { body }), bearer })
  const { secret } = await ask('beginSecondFactor')
  const code = codeAt(secret, at)
  const { recoveryCodes } = await ask('confirmSecondFactor', { code })
  for (const each of [secret, ...recoveryCodes]) secrets.add(each)
  await ask('getSecondFactor')
  const { challenge } = await ask('emailSignin', account)
  secrets.add(challenge)
  // The code was used to turn it on.
  await ask('finishSignin', { challenge, code })
  await ask('finishSignin', { challenge, code: recoveryCodes[0] })
  await ask('endSecondFactor', { currentPassword: account.password, code: recoveryCodes[1] })
}
