// Made by scripts/client/art.py from src/longroad/draw; do not change by hand.

export const SIGNS: Record<string, string> = {
  "brick": "<path d=\"M-17 11V3.5L-9 0V-8L-5.5 -11.5H8.5V-4.5L9 0H17V7L13.5 11Z\" fill=\"#6b2b14\" stroke=\"#6b2b14\" stroke-width=\"3\"/><path d=\"M-16 4l3 -3.4h13l-3 3.4z\" fill=\"#f4b48c\"/><path d=\"M-3 4l3 -3.4v7l-3 3.4z\" fill=\"#9c4526\"/><path d=\"M-16 4h13v7h-13z\" fill=\"#dd8355\"/><path d=\"M-1.5 4l3 -3.4h13l-3 3.4z\" fill=\"#f4b48c\"/><path d=\"M11.5 4l3 -3.4v7l-3 3.4z\" fill=\"#9c4526\"/><path d=\"M-1.5 4h13v7h-13z\" fill=\"#dd8355\"/><path d=\"M-8.5 -6l3 -3.4h13l-3 3.4z\" fill=\"#f4b48c\"/><path d=\"M4.5 -6l3 -3.4v7l-3 3.4z\" fill=\"#9c4526\"/><path d=\"M-8.5 -6h13v7h-13z\" fill=\"#dd8355\"/>",
  "lumber": "<g transform=\"translate(-14 13) scale(0.72)\"><path d=\"M-2.2 -4H2.2V3H-2.2Z\" fill=\"#5b3a1e\"/><path d=\"M0 -34L-8 -21H-5L-11 -11.5H-7.5L-13 -2H0Z\" fill=\"#4f9a63\"/><path d=\"M0 -34L8 -21H5L11 -11.5H7.5L13 -2H0Z\" fill=\"#1d5233\"/><path d=\"M0 -34L8 -21H5L11 -11.5H7.5L13 -2H-13L-7.5 -11.5H-11L-5 -21H-8Z\" fill=\"none\" stroke=\"#123a22\" stroke-width=\"1.6\"/></g><g transform=\"translate(14 13) scale(0.72)\"><path d=\"M-2.2 -4H2.2V3H-2.2Z\" fill=\"#5b3a1e\"/><path d=\"M0 -34L-8 -21H-5L-11 -11.5H-7.5L-13 -2H0Z\" fill=\"#4f9a63\"/><path d=\"M0 -34L8 -21H5L11 -11.5H7.5L13 -2H0Z\" fill=\"#1d5233\"/><path d=\"M0 -34L8 -21H5L11 -11.5H7.5L13 -2H-13L-7.5 -11.5H-11L-5 -21H-8Z\" fill=\"none\" stroke=\"#123a22\" stroke-width=\"1.6\"/></g><g transform=\"translate(0 17) scale(0.98)\"><path d=\"M-2.2 -4H2.2V3H-2.2Z\" fill=\"#5b3a1e\"/><path d=\"M0 -34L-8 -21H-5L-11 -11.5H-7.5L-13 -2H0Z\" fill=\"#4f9a63\"/><path d=\"M0 -34L8 -21H5L11 -11.5H7.5L13 -2H0Z\" fill=\"#1d5233\"/><path d=\"M0 -34L8 -21H5L11 -11.5H7.5L13 -2H-13L-7.5 -11.5H-11L-5 -21H-8Z\" fill=\"none\" stroke=\"#123a22\" stroke-width=\"1.6\"/></g>",
  "wool": "<path d=\"M-8 6V15M-3 8V16M5 8V16M9.5 6V15\" stroke=\"#3b342d\" stroke-width=\"2.6\"/><path d=\"M-12 6.5C-17 5 -17 -1.5 -12.5 -2.5C-13.5 -8 -7 -11 -3.8 -8C-1.5 -12 5 -12 7 -8C11.5 -10 16 -6 14.2 -1.8C18 1 16 7 11.5 7C9.5 10.5 4 11 2 8.4C-1 11.5 -7 11.4 -8 8C-9.5 8.4 -11 8 -12 6.5Z\" fill=\"#fffdf5\" stroke=\"#5d564a\" stroke-width=\"1.7\"/><path d=\"M-4 -1.5C-2.5 .5 0 .5 1.5 -1.2M3.5 2.5C5 4.5 8 4.5 9.5 2.6M-3 5C-2 6.2 0 6.2 1 5\" fill=\"none\" stroke=\"#cbc3b0\" stroke-width=\"1.5\"/><path d=\"M-11 -8.5C-8.5 -9.5 -6.8 -7.5 -7.4 -4C-8 -.5 -10 3.6 -13.2 3.6C-16.6 3.6 -18 .4 -17.6 -2.8C-17.2 -6 -14 -7.8 -11 -8.5Z\" fill=\"#3b342d\"/><path d=\"M-10.5 -8C-8 -10.4 -5 -9.6 -4.6 -7.4C-6.4 -5.8 -8.6 -5.8 -10.5 -8Z\" fill=\"#3b342d\"/><circle cx=\"-13.4\" cy=\"-3.6\" r=\"1.15\" fill=\"#fffdf5\"/>",
  "grain": "<g fill=\"#fff2bd\" stroke=\"#734706\" stroke-width=\"1.5\"><g transform=\"translate(-6.5 3) rotate(-17)\"><path d=\"M0 14V-15\" stroke=\"#734706\" stroke-width=\"2.2\"/><path d=\"M0 -1q-5.2 -.6 -4.6 -6.6q4.8 1.4 4.6 6.6z\"/><path d=\"M0 -1q5.2 -.6 4.6 -6.6q-4.8 1.4 -4.6 6.6z\"/><path d=\"M0 -6q-5.2 -.6 -4.6 -6.6q4.8 1.4 4.6 6.6z\"/><path d=\"M0 -6q5.2 -.6 4.6 -6.6q-4.8 1.4 -4.6 6.6z\"/><path d=\"M0 -11q-5.2 -.6 -4.6 -6.6q4.8 1.4 4.6 6.6z\"/><path d=\"M0 -11q5.2 -.6 4.6 -6.6q-4.8 1.4 -4.6 6.6z\"/><path d=\"M0 -14.5q-3 -3.4 0 -8.4q3 5 0 8.4z\"/></g><g transform=\"translate(6.5 3) rotate(17)\"><path d=\"M0 14V-15\" stroke=\"#734706\" stroke-width=\"2.2\"/><path d=\"M0 -1q-5.2 -.6 -4.6 -6.6q4.8 1.4 4.6 6.6z\"/><path d=\"M0 -1q5.2 -.6 4.6 -6.6q-4.8 1.4 -4.6 6.6z\"/><path d=\"M0 -6q-5.2 -.6 -4.6 -6.6q4.8 1.4 4.6 6.6z\"/><path d=\"M0 -6q5.2 -.6 4.6 -6.6q-4.8 1.4 -4.6 6.6z\"/><path d=\"M0 -11q-5.2 -.6 -4.6 -6.6q4.8 1.4 4.6 6.6z\"/><path d=\"M0 -11q5.2 -.6 4.6 -6.6q-4.8 1.4 -4.6 6.6z\"/><path d=\"M0 -14.5q-3 -3.4 0 -8.4q3 5 0 8.4z\"/></g><g transform=\"translate(0 3) rotate(0)\"><path d=\"M0 14V-15\" stroke=\"#734706\" stroke-width=\"2.2\"/><path d=\"M0 -1q-5.2 -.6 -4.6 -6.6q4.8 1.4 4.6 6.6z\"/><path d=\"M0 -1q5.2 -.6 4.6 -6.6q-4.8 1.4 -4.6 6.6z\"/><path d=\"M0 -6q-5.2 -.6 -4.6 -6.6q4.8 1.4 4.6 6.6z\"/><path d=\"M0 -6q5.2 -.6 4.6 -6.6q-4.8 1.4 -4.6 6.6z\"/><path d=\"M0 -11q-5.2 -.6 -4.6 -6.6q4.8 1.4 4.6 6.6z\"/><path d=\"M0 -11q5.2 -.6 4.6 -6.6q-4.8 1.4 -4.6 6.6z\"/><path d=\"M0 -14.5q-3 -3.4 0 -8.4q3 5 0 8.4z\"/></g></g><path d=\"M-5.6 9.5Q0 12 5.6 9.5\" fill=\"none\" stroke=\"#7c3a12\" stroke-width=\"3.4\"/>",
  "ore": "<path d=\"M-24 15L-11 -6L-3 6L4 -17L25 15Z\" fill=\"#454c59\" stroke=\"#353b46\" stroke-width=\"3\" /><path d=\"M-24 15L-11 -6L-12 15Z\" fill=\"#c3cad5\"/><path d=\"M-11 -6L3 15H-12Z\" fill=\"#6d7583\"/><path d=\"M-9 15L4 -17L2 15Z\" fill=\"#d3d9e2\"/><path d=\"M4 -17L25 15H2Z\" fill=\"#6d7583\"/><path d=\"M-1 -4.6L4 -17L11.4 -5.7L7.6 -7.6L4.4 -3.2L2 -6.4Z\" fill=\"#ffffff\"/><path d=\"M-15.2 .8L-11 -6L-6.8 .3L-9 -.8L-11.4 2.2L-13 0Z\" fill=\"#ffffff\"/>"
};

export const SHAPES: Record<string, { body: string; roof: string }> = {
  "settlement": {
    "body": "M-11.5 11V-2L0 -13.5L11.5 -2V11Z",
    "roof": "M-11.5 -2L0 -13.5L11.5 -2V1.8L0 -9L-11.5 1.8Z"
  },
  "city": {
    "body": "M-18 13V-10L-8.5 -20.5L1 -10V-4.5H18V13Z",
    "roof": "M-18 -10L-8.5 -20.5L1 -10V-6L-8.5 -16L-18 -6ZM1 -4.5H18V-.5H1Z"
  },
  "robber": {
    "body": "M0 -22C7.4 -22 10.4 -16 10 -9.6C9.9 -6.6 9 -4.4 8.4 -3.4C12.4 -.4 14 9 14 18C14 20 12.6 20.6 11 20.6H-11C-12.6 20.6 -14 20 -14 18C-14 9 -12.4 -.4 -8.4 -3.4C-9 -4.4 -9.9 -6.6 -10 -9.6C-10.4 -16 -7.4 -22 0 -22Z",
    "roof": ""
  }
};

export const MARKS: { way: string; isFilled: boolean }[] = [
  {
    "way": "M-.9 0a.9 .9 0 1 0 1.8 0a.9 .9 0 1 0 -1.8 0Z",
    "isFilled": true
  },
  {
    "way": "M0 -1L1.1 .9H-1.1Z",
    "isFilled": true
  },
  {
    "way": "M-.75 -.75H.75V.75H-.75Z",
    "isFilled": false
  },
  {
    "way": "M-.75 -.75L.75 .75M.75 -.75L-.75 .75",
    "isFilled": false
  },
  {
    "way": "M-.5 -.8V.8M.5 -.8V.8",
    "isFilled": false
  },
  {
    "way": "M0 -1.15L1.15 0L0 1.15L-1.15 0Z",
    "isFilled": true
  }
];

export const MARK_NAMES: string[] = [
  "dot",
  "triangle",
  "square",
  "cross",
  "two bars",
  "diamond"
];

export const SEAT_COLORS: string[] = [
  "#2f7fe8",
  "#fb9a1c",
  "#fbfaf5",
  "#c81e28",
  "#34b37a",
  "#56248f"
];

export const SEAT_NAMES: string[] = [
  "Blue",
  "Orange",
  "White",
  "Red",
  "Green",
  "Purple"
];
