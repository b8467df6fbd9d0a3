// Limits of a Go service: go run service.go PORT [CORES]; one that ends with its parent on any port: PORT is 0
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"time"
)

var one sync.Mutex
var eight = make(chan bool, 8)
var client = http.Client{Transport: &http.Transport{MaxConnsPerHost: 5, MaxIdleConnsPerHost: 5}}
var supplier = exec.Command(os.Args[0], "0")
var address = sync.OnceValue(func() (of string) {
	supplier.StdinPipe()
	said, _ := supplier.StdoutPipe()
	supplier.Start()
	fmt.Fscan(said, &of)
	return
})

func answer(w http.ResponseWriter, r *http.Request) {
	ms, _ := strconv.Atoi(r.URL.Query().Get("ms"))
	sleep := func() { time.Sleep(time.Duration(ms) * time.Millisecond) }
	switch r.URL.Path {
	case "/sleep":
		sleep()
	case "/mutex":
		one.Lock()
		sleep()
		one.Unlock()
	case "/channel":
		eight <- true
		sleep()
		<-eight
	case "/client":
		got, err := client.Get(fmt.Sprintf("http://%s/sleep?ms=%d", address(), ms))
		if err != nil {
			panic(err)
		}
		io.Copy(io.Discard, got.Body)
		got.Body.Close()
	default:
		sum := 0
		for i := 0; i < ms*1000000; i++ {
			sum += i % 7
		}
		fmt.Fprint(w, sum)
	}
	fmt.Fprint(w, "done")
}

func main() {
	if len(os.Args) > 2 {
		cores, _ := strconv.Atoi(os.Args[2])
		runtime.GOMAXPROCS(cores)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		panic(err)
	}
	if os.Args[1] == "0" {
		fmt.Println(listener.Addr())
		go func() {
			io.Copy(io.Discard, os.Stdin)
			os.Exit(0)
		}()
	}
	http.Serve(listener, http.HandlerFunc(answer))
}
