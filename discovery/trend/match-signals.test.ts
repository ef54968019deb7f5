import { expect, test } from 'vitest'
import { pictureSignals, stemOf } from './match-signals.ts'

test.each([
  ['https://cdn.shopify.com/s/files/1/0612/files/S7c1d_800x.jpg?v=1', 's7c1d'],
  ['https://cdn.shopify.com/s/files/1/0612/files/S7c1d_1024x1024@2x.progressive.jpg', 's7c1d'],
  [
    'https://cdn.shopify.com/s/files/1/0612/files/S7c1d_0b1c2d3e-1111-2222-3333-444455556666.webp',
    's7c1d',
  ],
  ['//ae01.alicdn.com/kf/S7c1d.jpg_640x640q90.jpg_.webp', 's7c1d'],
  ['https://m.media.example/images/I/61AbCdEfGhL._AC_SL1500_.jpg', '61abcdefghl'],
  ['https://cdn.example/Moon%20Lamp-copy.PNG', 'moon lamp'],
  [
    'https://cdn.example/0b1c2d3e-1111-2222-3333-444455556666.png',
    '0b1c2d3e-1111-2222-3333-444455556666',
  ],
  ['https://cdn.example/%E0%A4%A.png', '%e0%a4%a'],
  ['', null],
  ['https://cdn.example/', null],
])('the name of %s is %s', (src, stem) => expect(stemOf(src)).toBe(stem))

const signalsOf = (...files: string[]) =>
  pictureSignals(
    files.map((file) => ({ src: `https://cdn.example/${file}`, width: 800, height: 600 })),
  )

test('a supplier’s or importer’s file name identifies one picture, a word does not', () => {
  expect(signalsOf('S7c1d0a9b8e7f6.jpg')).toEqual([
    { key: 's7c1d0a9b8e7f6:800x600', isStrong: true },
  ])
  expect(signalsOf('O1CN01abcD9x_2208.jpg')).toMatchObject([{ isStrong: true }])
  expect(signalsOf('moon-lamp.jpg')).toEqual([{ key: 'moon-lamp:800x600', isStrong: false }])
})

test.each([
  '1.jpg',
  '12345.png',
  'IMG_1234.jpg',
  'DSC00012.JPG',
  'image (3).png',
  'product-1.png',
  'logo.svg',
  'Screenshot 2024-01-01.png',
  'no-image-2048-5e88c1b20e.gif',
  'placeholder.png',
  'size_chart.png',
  'photo-1523275335684-37898b6baf30.jpg',
  'WhatsApp Image 2024-05-01.jpeg',
])('the name %s is meaningless', (file) => expect(signalsOf(file)).toEqual([]))

test('only the first pictures count, once each', () => {
  expect(
    signalsOf('aaaa.jpg', 'aaaa_800x.jpg', 'bbbb.jpg', 'cccc.jpg').map(({ key }) => key),
  ).toEqual(['aaaa:800x600', 'bbbb:800x600'])
})
