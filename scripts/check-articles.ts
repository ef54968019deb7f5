/** `npm run article:check [folder]`: what is wrong with the articles of a folder, in words for their authors. */
import { findArticles } from '#server/features/blog/load-articles.ts'
import { ARTICLES_FOLDER } from '#server/features/blog/follow-articles.ts'

const folder = process.argv[2] ?? ARTICLES_FOLDER
const { articles, faults } = await findArticles(folder)
for (const { file, problems } of faults) {
  console.log(`✗ ${file}`)
  for (const problem of problems) console.log(`    ${problem}`)
}
const words = articles.map(({ body }) => body.words)
const sum = words.reduce((total, count) => total + count, 0)
console.log(`${articles.length} sound, ${faults.length} faulty; ${sum.toLocaleString('en')} words`)
process.exitCode = faults.length > 0 ? 1 : 0
