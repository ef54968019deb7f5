/**
 * `npm run judges [-- NAME…]`: tools that others wrote judge the product; without names, all of
 * them. Ends with 1 if one found something that has no reason.
 */
import { JUDGES } from '#judges/all-judges.ts'
import { runJudges } from '#judges/run-judges.ts'

const names = process.argv.slice(2)
const unknown = names.filter((name) => !JUDGES.some((judge) => judge.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no judge ${unknown.join(', ')}; there are ${JUDGES.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}
const chosen = JUDGES.filter(({ name }) => names.length === 0 || names.includes(name))
const { failed } = await runJudges(chosen)
process.exitCode = failed > 0 ? 1 : 0
