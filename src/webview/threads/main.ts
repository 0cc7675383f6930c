import '../shared/jitless.ts';
